"""The wordings in Portuguese."""

from __future__ import annotations

from collections.abc import Mapping

from authoring.tlr.languages.shape import LawWords, Sentences

_JSON = "Responda com um único objeto JSON e nada mais:"
_DAYS = "Escreva as datas como AAAA-MM-DD."

PORTUGUESE = Sentences(
    law=(
        (
            "Trata-se {law}, {compiled} {horizon}. Todas as datas são de "
            "promulgação: "
            "uma emenda conta desde o dia em que foi promulgada, mesmo que produza efeitos depois."
        ),
        (
            "Esta pergunta diz respeito {law}, {compiled} {horizon}. A emenda altera o texto na "
            "data de sua promulgação; "
            "não se leva em conta o início posterior de seus efeitos nem o que veio depois dessa "
            "compilação."
        ),
        (
            "Considere {law}, {compiled} {horizon}. Vigora em um dia o texto resultante da "
            "última emenda promulgada até esse dia, inclusive: as datas são de promulgação, não de "
            "entrada em vigor."
        ),
    ),
    numbering=(
        (
            "Os estados de um artigo são numerados a partir de 1: o estado 1 é o seu primeiro "
            "texto, e "
            "cada dia em que emendas mudaram a substância de algo nele (caput, parágrafo, "
            "inciso ou "
            "alínea; também acréscimo ou revogação) inicia o seguinte. Mudanças de grafia ou "
            "de forma "
            "não iniciam nenhum."
        ),
        (
            "Um artigo passa por estados, contados a partir de 1. O estado 1 é o texto com que ele "
            "surgiu; um novo estado começa em cada dia em que o caput ou algo abaixo dele foi "
            "alterado "
            "em substância, acrescentado ou revogado, mas não onde só mudou a grafia ou a forma."
        ),
        (
            "Conte os estados de um artigo a partir de 1, que é o texto com que ele começou. "
            "Cada dia "
            "de promulgação em que alguma parte dele, caput, parágrafos, incisos e alíneas, foi "
            "alterada em substância, acrescentada ou revogada abre mais um estado; correções "
            "de forma "
            "não abrem nenhum."
        ),
    ),
    asks={
        "point_in_time": (
            "Qual estado do {0} vigorava em {1}?",
            "Em {1}, em qual de seus estados se encontrava o {0}?",
            "Alguém cita o {0} como se lia em {1}. Qual é esse estado do artigo?",
        ),
        "amendment_attribution": (
            "Quais emendas alteraram o {0}, ou o acrescentaram?",
            (
                "Nomeie toda emenda que modificou o {0}, inclusive a que o criou, se ele não "
                "for do "
                "texto original."
            ),
            (
                "Quais emendas acrescentaram o {0}, ou mudaram em qualquer momento alguma parte "
                "dele, ainda que a redação que lhe deram já não vigore?"
            ),
        ),
        "temporal_difference": (
            "O {0} mudou entre {1} e {2}?",
            "Compare o {0} em {1} com o mesmo artigo em {2}. O estado dele é outro?",
            (
                "Um leitor tem o texto do {0} de {1}. Em {2}, esse ainda era, em substância, o "
                "texto "
                "vigente, ou já havia mudado?"
            ),
        ),
        "causal_lineage": (
            (
                "Indique todos os estados do {0}, do primeiro em diante, cada um com o dia em que "
                "começou e as emendas que o fizeram."
            ),
            (
                "Reconstrua a história do {0} do primeiro texto ao que vigorava no fim: cada "
                "estado, "
                "desde quando, por quais emendas."
            ),
            (
                "Por quais estados passou o {0}, em ordem cronológica, quando começou cada um "
                "e o que "
                "o causou?"
            ),
        ),
        "temporal_consistency": (
            "O {0} foi emendado desde {first_day}?",
            (
                "A substância do {0} foi alguma vez alterada depois que {promulgated}, "
                "em {first_day}?"
            ),
            ("O {0} já constava do texto de {first_day}. Alguma emenda o alterou desde então?"),
        ),
        "hierarchical_impact": (
            (
                "Divisão em exame: {0}. Quais artigos dela foram alterados ou acrescentados "
                "por emendas "
                "promulgadas de {1} até a véspera de {2}?"
            ),
            (
                "Divisão: {0}. Nomeie os artigos dela que alguma emenda mudou em substância, "
                "acrescentou ou revogou a partir de {1} e antes de {2}."
            ),
            (
                "Considere esta divisão: {0}; e as emendas promulgadas em {1} ou depois, mas "
                "antes de "
                "{2}. Quais de seus artigos elas alteraram ou acrescentaram?"
            ),
        ),
    },
    forms={
        "point_in_time": f'{_JSON} {{"versions": [{{"component_id": "<identificador do artigo>", '
        '"version": <número do estado>}]}. Nomeie um só estado; cinco é o máximo permitido. '
        f'$ids Pode-se acrescentar "text", o texto inteiro do artigo nesse dia.',
        "amendment_attribution": f'{_JSON} {{"amendments": ["EC N", ...], "dates": ["AAAA-MM-DD", '
        '...]}, ambas em ordem cronológica, no máximo dez de cada; "dates", os dias em que ele foi '
        f"alterado ou acrescentado, pode ser omitida. $amendments",
        "temporal_difference": f'{_JSON} {{"changed": true ou false}}. Pode-se acrescentar '
        '"amendments_between", lista das emendas que o alteraram entre os dois dias (dez no '
        'máximo), e "version_1" e "version_2", os números de seus estados nos dois dias. '
        f"$amendments",
        "causal_lineage": f'{_JSON} {{"version_chain": [{{"version": 1, "date": "AAAA-MM-DD", '
        '"amendments": []}, ...]}, no máximo vinte estados; "amendments" fica vazia para o texto '
        f"original de $first_day. $amendments {_DAYS}",
        "temporal_consistency": f'{_JSON} {{"amended": true ou false}}. Pode-se acrescentar '
        f'"amendments", lista de no máximo dez. $amendments',
        "hierarchical_impact": f'{_JSON} {{"articles": ["<identificador do artigo>", ...]}}, '
        "quinze "
        f'no máximo. $ids Pode-se acrescentar "amendments", o que os alterou. $amendments',
    },
)


CONSTITUTION_PT = LawWords(
    laws=(
        "da Constituição do Brasil com o Ato das Disposições Constitucionais Transitórias (ADCT)",
        "à Constituição brasileira, texto permanente e ADCT",
        "a Constituição da República Federativa do Brasil, texto permanente e ADCT",
    ),
    compiled="conforme compilada em",
    promulgated="a Constituição foi promulgada",
    bodies={"cf": "do texto permanente", "adct": "do ADCT"},
    whole={"adct": "o ADCT"},
    ids="O identificador do artigo N do texto permanente é cf_art_N, e o do artigo N do ADCT é "
    "adct_art_N; letras depois do hífen são minúsculas, como em cf_art_N-a.",
    amendments='Escreva uma emenda constitucional como "EC N" e uma emenda constitucional de '
    'revisão como "ECR N", sendo N o número dela.',
)


def other_pt(called: str, bodies: Mapping[str, str]) -> LawWords:
    """Return the words for another law. called: its name. bodies: body -> its name."""
    ids = (
        f"O identificador do artigo N {_after('d', name)} é {body}_art_N."
        for body, name in bodies.items()
    )
    return LawWords(
        (_after("d", called), _after("a", called), called),
        "segundo a compilação de",
        f"se deu a promulgação {_after('d', called)}",
        {body: _after("d", name) for body, name in bodies.items()},
        bodies,
        f"{' '.join(ids)} Letras depois do hífen são minúsculas, como em "
        f"{next(iter(bodies))}_art_N-a.",
        'Escreva uma emenda como "EC N" e uma emenda de revisão como "ECR N", sendo N o número '
        "dela.",
    )


def _after(preposition: str, name: str) -> str:
    """Join "de" or "a" to a name that begins with its article.

    >>> _after("d", "o Código"), _after("a", "a Lei"), _after("a", "os Estatutos")
    ('do Código', 'à Lei', 'aos Estatutos')
    """
    article, _, rest = name.partition(" ")
    joined = f"{preposition}{article}"
    return f"{joined.replace('aa', 'à')} {rest}"
