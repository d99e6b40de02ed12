"""The wordings in Portuguese."""

from __future__ import annotations

from digesta_generate.questions.tlr._says import Says

_IDS = (
    "O identificador do artigo N do texto permanente é cf_art_N, e o do artigo N do ADCT é "
    "adct_art_N; letras depois do hífen são minúsculas, como em cf_art_N-a."
)
_AMENDMENTS = (
    'Escreva uma emenda constitucional como "EC N" e uma emenda constitucional de revisão como '
    '"ECR N", sendo N o número dela.'
)
_JSON = "Responda com um único objeto JSON e nada mais:"
_DAYS = "Escreva as datas como AAAA-MM-DD."

PORTUGUESE = Says(
    law=(
        (
            "Trata-se da Constituição do Brasil com o Ato das Disposições Constitucionais "
            "Transitórias "
            "(ADCT), conforme compilada em 26 de agosto de 2020. Todas as datas são de "
            "promulgação: "
            "uma emenda conta desde o dia em que foi promulgada, mesmo que produza efeitos depois."
        ),
        (
            "Esta pergunta diz respeito à Constituição brasileira, texto permanente e ADCT, "
            "conforme "
            "compilada em 26 de agosto de 2020. A emenda altera o texto na data de sua "
            "promulgação; "
            "não se leva em conta o início posterior de seus efeitos nem o que veio depois dessa "
            "compilação."
        ),
        (
            "Considere a Constituição da República Federativa do Brasil, texto permanente e ADCT, "
            "conforme compilada em 26 de agosto de 2020. Vigora em um dia o texto resultante da "
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
            "O {0} foi emendado desde 5 de outubro de 1988?",
            (
                "A substância do {0} foi alguma vez alterada depois que a Constituição foi "
                "promulgada, "
                "em 5 de outubro de 1988?"
            ),
            (
                "O {0} já constava do texto de 5 de outubro de 1988. Alguma emenda o alterou desde "
                "então?"
            ),
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
        f'{_IDS} Pode-se acrescentar "text", o texto inteiro do artigo nesse dia.',
        "amendment_attribution": f'{_JSON} {{"amendments": ["EC N", ...], "dates": ["AAAA-MM-DD", '
        '...]}, ambas em ordem cronológica, no máximo dez de cada; "dates", os dias em que ele foi '
        f"alterado ou acrescentado, pode ser omitida. {_AMENDMENTS}",
        "temporal_difference": f'{_JSON} {{"changed": true ou false}}. Pode-se acrescentar '
        '"amendments_between", lista das emendas que o alteraram entre os dois dias (dez no '
        'máximo), e "version_1" e "version_2", os números de seus estados nos dois dias. '
        f"{_AMENDMENTS}",
        "causal_lineage": f'{_JSON} {{"version_chain": [{{"version": 1, "date": "AAAA-MM-DD", '
        '"amendments": []}, ...]}, no máximo vinte estados; "amendments" fica vazia para o texto '
        f"original de 5 de outubro de 1988. {_AMENDMENTS} {_DAYS}",
        "temporal_consistency": f'{_JSON} {{"amended": true ou false}}. Pode-se acrescentar '
        f'"amendments", lista de no máximo dez. {_AMENDMENTS}',
        "hierarchical_impact": f'{_JSON} {{"articles": ["<identificador do artigo>", ...]}}, '
        "quinze "
        f'no máximo. {_IDS} Pode-se acrescentar "amendments", o que os alterou. {_AMENDMENTS}',
    },
)
