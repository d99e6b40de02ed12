"""Shares, earn-out, non-compete, substitution and court of a deal, and what hides them."""

from __future__ import annotations

from datetime import timedelta

from authoring.frenchlaw.deals.deal import Deal, Site, between_days, in_words
from authoring.frenchlaw.deals.people import names
from authoring.frenchlaw.deals.price import list_words
from authoring.frenchlaw.french import group_digits


def shares(deal: Deal, *, trapped: bool) -> None:
    """Say how many shares are sold, in body and annex, and what changes their number."""
    people, draws = deal.people, deal.draws
    sold, first = sum(people.shares), people.shares[0]
    by_annex = bool(draws.below(2))
    deal.say("int.rang_annexe" if by_annex else "int.rang_corps")
    rows, body_first, body_sold = list(people.shares), first, sold
    if trapped and deal.chance(60):
        step = max(people.shares[0] // 20, 10) * draws.between(1, 2)
        if by_annex:
            body_first, body_sold = first - step, sold - step
        else:
            rows[0] = first + step
        wrong = {"first_sold": body_first if by_annex else rows[0]}
        wrong["sold"] = body_sold if by_annex else sum(rows)
        key = "int.rang_annexe" if by_annex else "int.rang_corps"
        deal.trap("rang_des_documents", "cession.nombre", key, **wrong)
    deal.say("cession.nombre", nombre=group_digits(body_sold))
    deal.say("cession.premier", premier=people.sellers[0].wording, nombre1=group_digits(body_first))
    _share_table(deal, rows)
    deal.values |= {"sold": sold, "first_sold": first}
    if trapped:
        _change_shares(deal, sold, first)


def _share_table(deal: Deal, rows: list[int]) -> None:
    people = deal.people
    deal.tables["repartition"] = [
        f"{seller.name} : {group_digits(count)} actions détenues, {group_digits(count)} vendues"
        for seller, count in zip(people.sellers, rows, strict=True)
    ]
    if people.others:
        other = f"Autres associés : {group_digits(people.others)} actions détenues, aucune vendue"
        deal.tables["repartition"].append(other)
    deal.tables["repartition"].append(f"Total vendu : {group_digits(sum(rows))} actions")


def _change_shares(deal: Deal, sold: int, first: int) -> None:
    people, draws, values = deal.people, deal.draws, deal.values
    number = draws.below(len(deal.amendments))
    kind = draws.pick(("division", "retrait", "bspce", ""))
    seller = draws.between(1, len(people.sellers) - 1)
    count = max(people.shares[seller] // 8, 10)
    slots = {"nom": people.sellers[seller].wording, "nombre": group_digits(count)}
    if kind == "division":
        times = draws.pick((2, 4, 5, 10))
        values |= {"sold": sold * times, "first_sold": first * times}
        deal.amend(number, "av.division", k=str(times))
        deal.trap(
            "division_du_nominal", "cession.nombre", "av.division", sold=sold, first_sold=first
        )
    elif kind == "retrait":
        less = deal.round_sum(values["base0"] * count // sold, values["base0"] * count // sold
                              + 40_000, 1_000)  # fmt: skip
        values |= {"sold": sold - count, "withdrawn": less}
        deal.amend(number, "av.retrait", **slots, montant=deal.money(less))
        deal.trap("actions_conservees", "cession.nombre", "av.retrait", sold=sold, withdrawn=0)
    elif kind == "bspce":
        values["sold"] = sold + count
        deal.amend(number, "av.bspce", **slots)
        deal.trap("actions_nouvelles", "cession.nombre", "av.bspce", sold=sold)


def earn_out(deal: Deal, *, trapped: bool) -> None:
    """Say the earn-out's floor and cap, and what changes or ends them."""
    draws, values = deal.draws, deal.values
    scale = values["base0"] // 900 * 100
    cap = deal.round_sum(scale, scale * 2, 25_000)
    values |= {"earn_out": True, "earn_cap": ("fixe", cap)}
    share = draws.pick((104, 106, 108, 110, 112, 115))
    if not trapped:
        floor = deal.round_sum(scale, scale * 2, 10_000)
        values["earn_floor"] = ("fixe", floor)
        deal.say("eo.seuil_fixe", montant=deal.money(floor))
        deal.say("eo.plafond_fixe", montant=deal.money(cap))
        return
    deal.say("eo.seuil_pct", pct=str(share))
    values["earn_floor"] = ("ebitda", share)
    _ebitda(deal, scale)
    if deal.chance(60):
        of_price = draws.pick((8, 10, 12, 14))
        values["earn_cap"] = ("base", of_price)
        deal.say("eo.plafond_pct", pct=str(of_price))
    else:
        deal.say("eo.plafond_fixe", montant=deal.money(cap))
    _amend_earn_out(deal, share, cap)


def _amend_earn_out(deal: Deal, share: int, cap: int) -> None:
    """Abolish the earn-out, change its floor or its cap, or leave it."""
    draws, values = deal.draws, deal.values
    stated = "eo.plafond_pct" if "eo.plafond_pct" in deal.body else "eo.plafond_fixe"
    number = draws.below(len(deal.amendments))
    kind = draws.below(10)
    if kind < 2:  # noqa: PLR2004 two of ten
        values["earn_out"] = False
        deal.amend(number, "av.eo_supprime")
        deal.trap("complement_supprime", "eo.seuil_pct", "av.eo_supprime", earn_out=True)
    elif kind < 5:  # noqa: PLR2004 three of ten
        other = share + draws.pick((2, 3, 5))
        values["earn_floor"] = ("ebitda", other)
        deal.amend(number, "av.eo_seuil", pct=str(other))
        deal.trap(
            "seuil_du_complement", "eo.seuil_pct", "av.eo_seuil", earn_floor=("ebitda", share)
        )
    elif kind < 7:  # noqa: PLR2004 two of ten
        before, more = values["earn_cap"], cap + 125_000
        values["earn_cap"] = ("fixe", more)
        deal.amend(number, "av.eo_plafond", montant=deal.money(more))
        deal.trap("plafond_du_complement", stated, "av.eo_plafond", earn_cap=before)


def _ebitda(deal: Deal, scale: int) -> None:
    draws = deal.draws
    plus = draws.some(names()["ebitda"], draws.between(4, 5))
    minus = draws.some(names()["ebitda_minus"], draws.between(2, 3))
    operating = 10 * draws.between(scale // 14, scale // 9)
    lines = {label: 10 * draws.between(scale // 400, scale // 90) for label in (*plus, *minus)}
    added, taken = list(draws.some(plus, len(plus) - 2)), draws.pick(minus)
    total = operating + sum(lines[label] for label in added) - lines[taken]
    naive = operating + sum(lines[label] for label in plus) - sum(lines[label] for label in minus)
    deal.values["ebitda"] = total
    deal.say("def.ebitda", plus=list_words(added), moins=f"« {taken} »")
    rows = [f"{label} : {group_digits(amount)}" for label, amount in lines.items()]
    shuffled = list(draws.some(rows, len(rows)))
    deal.tables["ebitda"] = [f"Résultat d'exploitation : {group_digits(operating)}", *shuffled]
    deal.tables["ebitda"].append(f"Solde après tous retraitements : {group_digits(naive)}")
    deal.trap("ebitda_defini", "def.ebitda", "annexe:ebitda", ebitda=naive)


def ban(deal: Deal, *, trapped: bool) -> None:
    """Say how long and where the sellers may not compete, for the seller named first."""
    months = deal.draws.pick((24, 30, 36, 42, 48))
    deal.values |= {"ban_months": months, "ban_start": None}
    first = deal.people.sellers[0]
    if trapped and first.is_human:
        deal.say("nc.duree_fonctions", mois=deal.months(months))
        closing = deal.values["closing"]
        if deal.chance(65):
            left = between_days(deal.draws, closing, 90, 300)
            key = "av.fonctions"
        else:
            left = between_days(deal.draws, deal.signed, 22, 55)
            key = "av.fonctions_avant"
        last = -1 if deal.chance(60) else 0
        if key == "av.fonctions_avant":
            last = -1
        deal.amend(last, key, nom=first.wording, date=in_words(left))
        deal.values["ban_start"] = left
        deal.trap("depart_de_la_duree", "nc.duree_fonctions", key, ban_start=None)
    else:
        deal.say("nc.duree_rea", mois=deal.months(months))


def sites(deal: Deal, *, trapped: bool) -> None:
    """Say where: by a list, or by what the annex of sites says of staff."""
    draws = deal.draws
    floor = draws.between(9, 16)
    rows = _places(deal, floor)
    deal.sites = list(draws.some(rows, len(rows)))
    inside = {row.department for row in rows if row.staff >= floor and row.state == "en activité"}
    every = {row.department for row in rows}
    deal.values["departments"] = sorted(inside)
    if not trapped:
        pick = sorted(draws.some(sorted(every), 3))
        deal.values["departments"] = pick
        deal.say("nc.terri_liste", liste=", ".join(pick))
        return
    deal.say("def.territoire", seuil=str(floor))
    deal.say("nc.terri_def")
    naive = sorted({row.department for row in rows if row.staff >= floor})
    deal.trap("territoire_par_annexe", "def.territoire", "annexe:etablissements", departments=naive)
    if deal.chance(60):
        before = sorted(inside)
        added = draws.pick(sorted({d for _, d in names()["sites"]} - every))
        deal.values["departments"] = sorted(inside | {added})
        deal.amend(draws.below(len(deal.amendments)), "av.terri_ajoute", dep=added)
        deal.trap("territoire_etendu", "nc.terri_def", "av.terri_ajoute", departments=before)


def _places(deal: Deal, floor: int) -> list[Site]:
    """Return places with staff above and below a floor, one of them shut, one not yet open."""
    draws = deal.draws
    rows: list[Site] = []
    chosen = draws.some(names()["sites"], draws.between(7, 8))
    opening = deal.signed + timedelta(days=draws.between(30, 90))
    for at, (town, department) in enumerate(chosen):
        staff = draws.between(floor, 38) if at < 4 else draws.between(2, floor - 1)  # noqa: PLR2004
        state = "en activité"
        if at == 2:  # noqa: PLR2004 the third
            shut = between_days(draws, deal.signed, -200, -40)
            state = f"fermé depuis le {in_words(shut)}, personnel en cours de reclassement"
        elif at == 3:  # noqa: PLR2004 the fourth
            state = f"aménagement en cours, ouverture prévue le {in_words(opening)}"
        rows.append(Site(town, department, staff, state))
    return rows


def substitution(deal: Deal, *, trapped: bool) -> None:
    """Say who may take the buyer's place, and who tried."""
    people, draws = deal.people, deal.draws
    share = draws.pick((60, 67, 75, 80, 90))
    number = draws.below(len(deal.amendments))
    before = deal.amended_on[number]
    day = between_days(draws, before - timedelta(days=15), 0, 5)
    kind = draws.pick(("valid", "valid", "late", "small"))
    gap = draws.between(1, 9)
    limit = day - timedelta(days=gap) if kind == "late" else day + timedelta(days=gap)
    deal.say("sub.clause", pct=str(share), date=in_words(limit))
    deal.values["buyer"] = people.buyer.name
    if not trapped:
        return
    held = share - draws.between(2, 9) if kind == "small" else min(100, share + draws.between(0, 9))
    slots = {"nom": f"{people.substitute.wording} (SAS)", "date": in_words(day), "pct": str(held)}
    deal.amend(number, "av.substitution", **slots)
    takes = kind == "valid"
    if takes:
        deal.values["buyer"] = people.substitute.name
    wrong = people.buyer.name if takes else people.substitute.name
    name = "substitution_valable" if takes else "substitution_inefficace"
    deal.trap(name, "sub.clause", "av.substitution", buyer=wrong)


def seat(deal: Deal, *, trapped: bool) -> None:
    """Say which court or arbitrators decide, and what changes it."""
    draws, home = deal.draws, deal.people.seat
    by_name = dict(names()["cities"])
    cities = [city for city in draws.some(sorted(by_name), 3) if city != home]

    def kind(city: str) -> str:
        return "des activités économiques" if by_name[city] == "TAE" else "de commerce"

    def court(city: str) -> str:
        return f"tribunal {kind(city)} {'d' + chr(39) if city[0] in 'AEIOÉ' else 'de '}{city}"

    number = draws.below(len(deal.amendments))
    if trapped and deal.chance(40):
        deal.say("lit.siege", genre=kind(home))
        deal.amend(number, "av.siege", ville=cities[0])
        deal.values["seat"] = home
        deal.trap("siege_transfere", "expose", "lit.siege", seat=cities[0])
        return
    deal.say("lit.lieu", tribunal=court(cities[0]))
    deal.values["seat"] = cities[0]
    if trapped:
        key = draws.pick(("av.arbitrage", "av.tribunal"))
        slots = {"ville": cities[1]} if key == "av.arbitrage" else {"tribunal": court(cities[1])}
        deal.amend(number, key, **slots)
        deal.values["seat"] = cities[1]
        deal.trap("for_modifie", "lit.lieu", key, seat=cities[0])
