"""The wordings in Portuguese."""

from __future__ import annotations

from collections.abc import Mapping

from authoring.tlr.languages.shape import LawWords, Sentences

PORTUGUESE = Sentences(
    law=(
        (
            "Trata-se {law}, {compiled} {horizon}. Todas as datas são de promulgação: uma "
            "emenda conta desde o dia em que foi promulgada, mesmo que produza efeitos depois."
        ),
        (
            "Esta pergunta diz respeito {law}, {compiled} {horizon}. A emenda altera o texto na "
            "data de sua promulgação; não se leva em conta o início posterior de seus efeitos "
            "nem o que veio depois dessa compilação."
        ),
        (
            "Considere {law}, {compiled} {horizon}. Vigora em um dia o texto resultante da "
            "última emenda promulgada até esse dia, inclusive: as datas são de promulgação, não "
            "de entrada em vigor."
        ),
    ),
    numbering=(
        (
            "As redações sucessivas de um artigo são numeradas a partir de 1. A redação 1 é o "
            "seu primeiro texto; cada dia em que emendas alteraram em substância alguma parte "
            "dele (caput, parágrafo, inciso ou alínea), acrescentaram ou revogaram alguma dá "
            "início à redação seguinte. Meras correções de grafia ou de forma não contam."
        ),
        (
            "Por redação de um artigo entende-se aqui o seu texto integral entre duas emendas "
            "que o atingiram. A redação 1 é a primeira; uma nova começa em cada dia em que o "
            "caput ou qualquer dispositivo subordinado foi alterado em substância, acrescentado "
            "ou revogado, mas não quando só mudou a grafia ou a forma."
        ),
        (
            "Conte as redações de um artigo a partir de 1, que é o texto original dele. Cada "
            "dia em que se promulgou emenda que alterou, acrescentou ou revogou alguma parte do "
            "artigo (caput, parágrafos, incisos, alíneas) vale uma nova redação, por mais "
            "partes que tenham mudado nesse dia; correções de forma não contam."
        ),
    ),
    asks={
        "point_in_time": (
            "Qual redação do {0} vigorava em {1}?",
            "Em {1}, qual das suas redações sucessivas tinha o {0}?",
            "Alguém cita o {0} na redação vigente em {1}. Qual delas é, pelo número?",
        ),
        "amendment_attribution": (
            "Quais emendas alteraram ou acrescentaram o {0}?",
            (
                "Indique todas as emendas que alteraram o {0}, inclusive a que o acrescentou, "
                "se ele não constava do texto original."
            ),
            (
                "Quais emendas acrescentaram o {0} ou deram, em algum momento, nova redação a "
                "alguma parte dele, ainda que ela já não vigore?"
            ),
        ),
        "temporal_difference": (
            "O {0} foi alterado entre {1} e {2}?",
            "Compare a redação do {0} em {1} com a de {2}. Houve alteração de substância?",
            (
                "Um leitor tem o {0} na redação de {1}. Em {2}, essa redação já havia sido "
                "substituída?"
            ),
        ),
        "causal_lineage": (
            (
                "Indique todas as redações do {0}, da primeira em diante, cada uma com o dia em "
                "que passou a vigorar e as emendas que a deram."
            ),
            (
                "Reconstitua o histórico do {0}, do primeiro texto ao vigente ao fim da "
                "compilação: cada redação, desde quando e por força de quais emendas."
            ),
            (
                "Que redações teve o {0}, em ordem cronológica, a partir de quando vigorou cada "
                "uma e que emendas a introduziram?"
            ),
        ),
        "temporal_consistency": (
            "O {0} sofreu alguma emenda desde {first_day}?",
            "Alguma emenda alterou em substância o {0} depois que {promulgated}, em {first_day}?",
            "O {0} já constava do texto de {first_day}. Alguma emenda o alterou desde então?",
        ),
        "hierarchical_impact": (
            (
                "{0}: quais artigos foram alterados ou acrescentados por emendas promulgadas de "
                "{1} até a véspera de {2}?"
            ),
            (
                "Indique os artigos desta parte do texto a que emendas promulgadas a partir de "
                "{1} e antes de {2} deram nova redação ou que elas acrescentaram: {0}."
            ),
            (
                "Considere as emendas promulgadas em {1} ou depois, mas antes de {2}, e a "
                "seguinte parte do texto: {0}. Quais de seus artigos elas alteraram ou "
                "acrescentaram?"
            ),
        ),
    },
    forms={
        "point_in_time": (
            'Responda com um único objeto JSON e nada mais: {"versions": [{"component_id": '
            '"<identificador do artigo>", "version": <número da redação>}]}. Indique uma só '
            'redação; com mais de cinco a resposta é ilegível. $ids Pode-se acrescentar "text", '
            "o texto inteiro do artigo nesse dia."
        ),
        "amendment_attribution": (
            'Responda com um único objeto JSON e nada mais: {"amendments": ["$amendment", ...], '
            '"dates": ["AAAA-MM-DD", ...]}, ambas em ordem cronológica, no máximo dez de cada; '
            '"dates", os dias em que ele foi alterado ou acrescentado, pode ser omitida. '
            "$amendments"
        ),
        "temporal_difference": (
            'Responda com um único objeto JSON e nada mais: {"changed": true ou false}. Pode-se '
            'acrescentar "amendments_between", lista das emendas que o alteraram entre os dois '
            'dias (dez no máximo), e "version_1" e "version_2", os números das redações '
            "vigentes nos dois dias. $amendments"
        ),
        "causal_lineage": (
            'Responda com um único objeto JSON e nada mais: {"version_chain": [{"version": 1, '
            '"date": "AAAA-MM-DD", "amendments": []}, ...]}, no máximo vinte redações; '
            '"amendments" fica vazia para o texto original de $first_day. $amendments Escreva '
            "as datas como AAAA-MM-DD."
        ),
        "temporal_consistency": (
            'Responda com um único objeto JSON e nada mais: {"amended": true ou false}. Pode-se '
            'acrescentar "amendments", lista de no máximo dez. $amendments'
        ),
        "hierarchical_impact": (
            'Responda com um único objeto JSON e nada mais: {"articles": ["<identificador do '
            'artigo>", ...]}, quinze no máximo. $ids Pode-se acrescentar "amendments", o que os '
            "alterou. $amendments"
        ),
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
    ids=dict.fromkeys(
        ("cf", "adct"),
        "O identificador do artigo N do texto permanente é cf_art_N, e o do artigo N do ADCT é "
        "adct_art_N; letras depois do hífen são minúsculas, como em cf_art_N-a.",
    ),
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
        dict.fromkeys(
            bodies,
            f"{' '.join(ids)} Letras depois do hífen são minúsculas, como em "
            f"{next(iter(bodies))}_art_N-a.",
        ),
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
