"""What a deal's price is, and what hides it."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise

from authoring.frenchlaw.deals.deal import Deal, in_words
from authoring.frenchlaw.deals.people import names
from authoring.frenchlaw.french import MONTHS, decimal, group_digits, words

_CASH = ("Disponibilités", "Valeurs mobilières de placement")


def base(deal: Deal, *, trapped: bool) -> None:
    """Say the base price, in letters and figures that may differ, and what changes it."""
    true = deal.round_sum(6_000_000, 58_000_000, 50_000) + 10_000 * deal.draws.between(1, 4)
    deal.values |= {"base0": true, "set": 0, "reduction": 0, "withdrawn": 0}
    by_letters = bool(deal.draws.below(2))
    deal.say("int.lettres_l" if by_letters else "int.lettres_c")
    slip = _slip(true) if trapped and deal.chance(55) else true
    letters, figures = (true, slip) if by_letters else (slip, true)
    million = " d'euros" if letters % 10**6 == 0 else " euros"
    deal.say("prix.base", lettres=words(letters) + million, chiffres=deal.money(figures))
    if slip != true:
        rule = "int.lettres_l" if by_letters else "int.lettres_c"
        deal.trap("lettres_chiffres", "prix.base", rule, base0=slip)
    if trapped:
        _amend(deal, true, may_set=slip == true)


def _slip(amount: int) -> int:
    """Return the amount with second neighbouring figures changed about."""
    text = str(amount)
    for at, (first, second) in reversed(list(enumerate(pairwise(text[:5])))):
        if first != second and at:
            return int(text[:at] + second + first + text[at + 2 :])
    return amount + 100_000


def _amend(deal: Deal, true: int, *, may_set: bool) -> None:
    """Change the base price by one amendment, or by two."""
    amount = deal.round_sum(true // 60, true // 16, 5_000)
    several = len(deal.amendments) > 1
    kind = deal.draws.pick(("reduit", "pct", "revue", "annulee", "contrat", "porte"))
    if kind == "contrat" and several:
        _on_contract(deal, amount)
    elif kind in {"revue", "annulee"} and several:
        _twice(deal, amount, annulled=kind == "annulee" and not may_set)
    elif kind == "porte" and may_set:
        deal.values["set"] = true - amount
        deal.amend(0, "av.prix_porte", montant=deal.money(true - amount))
        deal.trap("avenant_prix", "prix.base", "av.prix_porte", set=0)
    elif kind == "pct":
        share = Fraction(deal.draws.pick((2, 3, 4, 5)) * 2 + deal.draws.below(2), 2)
        deal.values["reduction"] = share
        deal.amend(0, "av.prix_pct", pct=decimal(float(share)))
        deal.trap("avenant_prix", "prix.base", "av.prix_pct", reduction=0)
    else:
        deal.values["reduction"] = amount
        deal.amend(0, "av.prix_reduit", montant=deal.money(amount))
        deal.trap("avenant_prix", "prix.base", "av.prix_reduit", reduction=0)


def _twice(deal: Deal, amount: int, *, annulled: bool) -> None:
    deal.amend(0, "av.prix_reduit", montant=deal.money(amount))
    if annulled:
        deal.amend(-1, "av.reduction_annulee")
        deal.trap("avenant_sur_avenant", "prix.base", "av.reduction_annulee", reduction=amount)
        return
    kept = deal.round_sum(amount // 4, amount * 3 // 4, 5_000)
    deal.values["reduction"] = kept
    deal.amend(-1, "av.reduction_revue", montant=deal.money(kept))
    deal.trap("avenant_sur_avenant", "prix.base", "av.reduction_revue", reduction=amount)


def _on_contract(deal: Deal, amount: int) -> None:
    """Make the reduction hang on a day, which a later amendment tells."""
    taken = f"{deal.people.target} {deal.people.buyer.name}"
    roots = [root for root in names()["roots"] if root not in taken]
    client = f"{deal.draws.pick(roots)} {deal.draws.pick(names()['clients_words'])}"
    limit = deal.amended_on[0] + timedelta(days=deal.draws.between(14, 20))
    late = bool(deal.draws.below(2))
    signed = limit + timedelta(days=deal.draws.between(1, 3) * (1 if late else -1))
    slots = {"client": client, "date": in_words(limit)}
    deal.amend(0, "av.prix_contrat", **slots, montant=deal.money(amount))
    deal.amend(-1, "av.contrat_constat", client=client, date=in_words(signed))
    deal.values["reduction"] = amount if late else 0
    wrong = 0 if late else amount
    deal.trap("reduction_conditionnelle", "prix.base", "av.contrat_constat", reduction=wrong)


def mechanism(deal: Deal, *, trapped: bool) -> None:
    """Say how the price due at closing follows from the base price."""
    deal.values |= {"net_debt": 0, "capital_gap": 0, "mechanism": "ferme"}
    kind = deal.draws.pick(("dette", "dette", "jour"))
    if not trapped:
        deal.say("prix.ferme")
        _balances(deal, decoy=True)
    elif kind == "dette":
        _net_debt(deal)
    else:
        _locked_box(deal)


def _balances(deal: Deal, *, decoy: bool) -> dict[str, int]:
    """Draw the lines of debt and cash, and put them into their annex."""
    scale = deal.values["base0"] // 100
    labels = deal.draws.some(names()["dette"], deal.draws.between(8, 9))
    lines = {label: 10 * deal.draws.between(scale // 80, scale // 4) for label in labels}
    cash = {label: 10 * deal.draws.between(scale // 60, scale // 5) for label in _CASH}
    shown = {**lines, **cash}
    rows = [f"{label} : {group_digits(amount)}" for label, amount in shown.items()]
    net = sum(lines.values()) - sum(cash.values())
    rows.append(f"Endettement financier net en présentation comptable : {group_digits(net)}")
    deal.tables["comptes_dette"] = rows
    deal.accounts = lines.get("Comptes courants d'associés")
    if not decoy:
        deal.values["_lines"], deal.values["_cash"] = lines, cash
    return shown


def _net_debt(deal: Deal) -> None:
    balances = _balances(deal, decoy=False)
    lines = deal.values.pop("_lines")
    cash = sum(deal.values.pop("_cash").values())
    labels = list(deal.draws.some(list(lines), len(lines)))
    cut = deal.draws.between(4, 5)
    said_in, said_out = labels[:cut], labels[cut:]
    included = set(said_in)
    deal.say("def.dette_nette", inclus=list_words(said_in), exclus=list_words(said_out))
    deal.values |= {"mechanism": "dette"}
    first = sum(lines[label] for label in included) - cash
    if deal.amendments and deal.chance(50):
        flipped = deal.draws.pick(labels)
        key = "av.poste_exclu" if flipped in included else "av.poste_inclus"
        deal.amend(-1 if deal.chance(50) else 0, key, ligne=flipped)
        included ^= {flipped}
        deal.trap("poste_modifie", "def.dette_nette", key, net_debt=first)
    true = sum(lines[label] for label in included) - cash
    deal.values["net_debt"] = true
    shown = sum(lines.values()) - cash
    deal.trap("dette_nette_definie", "def.dette_nette", "annexe:comptes_dette", net_debt=shown)
    deal.say("prix.formule")
    deal.say("prix.estime")
    deal.say("prix.definitif")
    if deal.chance(60):
        deal.say("prix.expert")
    _working_capital(deal, sum(balances.values()) // 12)


def _working_capital(deal: Deal, scale: int) -> None:
    """Say the normal and the estimated working capital, and the band between them."""
    normal = 100 * deal.draws.between(scale // 100, scale // 40)
    band = deal.round_sum(normal // 20, normal // 6, 5_000) or 5_000
    gap = deal.draws.between(band // 100 + 20, band // 40) * 100 * (1 if deal.chance(50) else -1)
    whole_gap = bool(deal.draws.below(2))
    if deal.chance(25):
        gap = gap // 400 * 100
    deal.say(
        "prix.tunnel_integral" if whole_gap else "prix.tunnel_excedent", tunnel=deal.money(band)
    )
    beyond = abs(gap) > band
    sign = 1 if gap > 0 else -1
    true = 0 if not beyond else gap if whole_gap else gap - sign * band
    deal.values["capital_gap"] = true
    deal.tables["comptes_dette"].append(f"BFR Estimé : {group_digits(normal + gap)}")
    if deal.chance(75):
        _monthly(deal, normal)
        deal.trap("bfr_moyen", "def.bfr_moyenne", "annexe:bfr", capital_gap=0 if true else gap)
    else:
        deal.say("def.bfr_fixe", montant=deal.money(normal))


def _monthly(deal: Deal, mean: int) -> None:
    deal.say("def.bfr_moyenne")
    swings = [10 * deal.draws.between(-mean // 50, mean // 50) for _ in range(11)]
    swings.append(-sum(swings))
    year = deal.signed.year - 1
    deal.tables["bfr"] = [
        f"{MONTHS[at].capitalize()} {year} : {group_digits(mean + swing)}"
        for at, swing in enumerate(swings)
    ]


def _locked_box(deal: Deal) -> None:
    """Say a price that grows by the day, less what left the company."""
    year = deal.signed.year
    box = date(year - 1, 12, 31) if deal.chance(70) else date(year - 1, 9, 30)
    per_day = deal.round_sum(deal.values["base0"] // 12_000, deal.values["base0"] // 6_000, 10)
    labels = deal.draws.some(names()["fuites"], deal.draws.between(6, 8))
    leaks = {label: 100 * deal.draws.between(60, 1_900) for label in labels}
    allowed = list(deal.draws.some(labels, deal.draws.between(2, 3)))
    true = sum(amount for label, amount in leaks.items() if label not in allowed)
    deal.values |= {"mechanism": "jour", "box_day": box, "per_day": per_day, "leaks": true}
    deal.say("prix.locked_box", parjour=deal.money(per_day), lbdate=in_words(box))
    deal.say("prix.fuites", autorisees=list_words(allowed))
    rows = [f"{label} : {group_digits(amount)}" for label, amount in leaks.items()]
    rows.append(f"Total des versements relevés : {group_digits(sum(leaks.values()))}")
    deal.tables["comptes_fuites"] = rows
    total = sum(leaks.values())
    deal.trap("fuites_autorisees", "prix.fuites", "annexe:comptes_fuites", leaks=total)


def list_words(labels: list[str]) -> str:
    """Return labels as a clause lists them."""
    return ", ".join(f"« {label} »" for label in labels)
