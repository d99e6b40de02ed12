"""Who answers for a deal's warranties, how far and how long, and what hides it."""

from __future__ import annotations

from fractions import Fraction

from authoring.frenchlaw.days import ONE
from authoring.frenchlaw.deals.deal import Deal, base_price, in_words


def guarantors(deal: Deal, *, trapped: bool) -> None:
    """Say which sellers warrant, and who joins or leaves them."""
    people = deal.people
    fund = people.sellers[people.fund]
    others = [seller for seller in people.sellers if seller is not fund]
    all_names = [seller.name for seller in people.sellers]
    deal.values["guarantors"] = [seller.name for seller in others]
    deal.say("gap.principe")
    if not trapped and deal.chance(40):
        deal.say("def.garants_tous")
        deal.values["guarantors"] = all_names
        return
    deal.say("def.garants", exclu=fund.wording)
    deal.trap("definition_exclut", "def.garants", "gap.principe", guarantors=all_names)
    if not trapped:
        return
    before = list(deal.values["guarantors"])
    number = deal.draws.below(len(deal.amendments))
    if deal.chance(40):
        deal.values["guarantors"] = all_names
        deal.amend(number, "av.garant_ajout", nom=fund.wording)
        deal.trap("garant_ajoute", "def.garants", "av.garant_ajout", guarantors=before)
    else:
        freed = deal.draws.pick(others[1:])
        deal.values["guarantors"] = [name for name in before if name != freed.name]
        deal.amend(number, "av.garant_retrait", nom=freed.wording)
        deal.trap("garant_retire", "def.garants", "av.garant_retrait", guarantors=before)


def cap(deal: Deal, *, trapped: bool) -> None:
    """Say the cap of the warranty, and what changes it or its basis."""
    first = deal.draws.pick((12, 15, 18, 20, 22, 25, 30))
    if not trapped:
        amount = deal.round_sum(900_000, 6_000_000, 50_000)
        deal.values["cap"] = ("fixe", amount)
        deal.say("gap.plafond_fixe", montant=deal.money(amount))
        return
    moved = base_price(deal.values) != deal.values["base0"]
    kind = deal.draws.pick(("price", "frozen" if moved else "raised", "raised", "both"))
    basis = "price" if kind in {"price", "both"} else "base"
    deal.say("gap.plafond_prix" if basis == "price" else "gap.plafond_pb", pct=str(first))
    key = "gap.plafond_prix" if basis == "price" else "gap.plafond_pb"
    deal.values["cap"] = (basis, first)
    if kind == "frozen":
        deal.values["cap"] = ("base0", first)
        deal.amend(-1, "av.plafond_fige")
        deal.trap("assiette_figee", key, "av.plafond_fige", cap=("base", first))
    elif kind in {"raised", "both"}:
        share = first + deal.draws.between(2, 6)
        deal.values["cap"] = (basis, share)
        deal.amend(deal.draws.below(len(deal.amendments)), "av.plafond_pct", pct=str(share))
        deal.trap("plafond_modifie", key, "av.plafond_pct", cap=(basis, first))
    if basis == "price" and deal.values["mechanism"] != "ferme":
        deal.trap("plafond_sur_prix_ajuste", "prix.estime" if deal.values["mechanism"] == "dette"
                  else "prix.fuites", key, cap=("base", deal.values["cap"][1]))  # fmt: skip


def basket(deal: Deal, *, trapped: bool) -> None:
    """Say the threshold and its effect, and what turns it."""
    of_first = bool(deal.draws.below(2))
    effects = ("premier_euro", "excedent")
    effect = effects[0] if of_first else effects[1]
    deal.say(f"gap.effet_{'premier' if of_first else 'excedent'}")
    if deal.chance(45) and deal.values["cap"][0] != "fixe":
        share = Fraction(deal.draws.pick((2, 3, 4, 5)))
        deal.values["basket"] = ("cap", share)
        deal.say("gap.seuil_pct", pct=str(share))
    else:
        amount = deal.round_sum(60_000, 320_000, 5_000)
        deal.values["basket"] = ("fixe", amount)
        deal.say("gap.seuil_fixe", montant=deal.money(amount))
    stated = "gap.seuil_pct" if "gap.seuil_pct" in deal.body else "gap.seuil_fixe"
    if trapped:
        number = deal.draws.below(len(deal.amendments))
        if deal.chance(60):
            key = f"av.effet_{'excedent' if of_first else 'premier'}"
            deal.amend(number, key)
            was, effect = effect, effects[1] if of_first else effects[0]
            first = f"gap.effet_{'premier' if of_first else 'excedent'}"
            deal.trap("effet_du_seuil", first, key, basket_effect=was)
        else:
            before = deal.values["basket"]
            amount = deal.round_sum(330_000, 560_000, 5_000)
            deal.values["basket"] = ("fixe", amount)
            deal.amend(number, "av.seuil_fixe", montant=deal.money(amount))
            deal.trap("seuil_modifie", stated, "av.seuil_fixe", basket=before)
    deal.values["basket_effect"] = effect


def duration(deal: Deal, *, trapped: bool) -> None:
    """Say how long the warranty lasts: by the day of closing, or as amended."""
    first = deal.draws.pick((18, 20, 24, 30, 36))
    more = first + deal.draws.pick((3, 4, 6))
    closing = deal.values["closing"]
    deal.values["warranty_months"] = first
    if not trapped:
        deal.say("gap.duree", mois=deal.months(first))
    elif deal.chance(55):
        after = bool(deal.draws.below(2))
        limit = closing - ONE * deal.draws.between(1, 2) if after else closing + ONE
        slots = {"mois": deal.months(first), "mois2": deal.months(more)}
        deal.say("gap.duree_cond", **slots, date=in_words(limit))
        deal.values["warranty_months"] = more if after else first
        wrong = first if after else more
        key = next(key for key in ("rea.notif", "rea.decision", "rea.fixe") if key in deal.body)
        second = "av.autorisation" if key != "rea.fixe" else key
        deal.trap("duree_selon_la_date", "gap.duree_cond", second, warranty_months=wrong)
    else:
        deal.say("gap.duree", mois=deal.months(first))
        number = deal.draws.below(len(deal.amendments))
        deal.amend(number, "av.duree", mois=deal.months(more))
        deal.values["warranty_months"] = more
        deal.trap("duree_modifiee", "gap.duree", "av.duree", warranty_months=first)


def escrow(deal: Deal, *, trapped: bool) -> None:
    """Say the escrow, and what changes or ends it."""
    share = Fraction(deal.draws.pick((5, 6, 7, 8, 9, 10)))
    months = deal.draws.pick((12, 15, 18, 21, 24))
    deal.values |= {"escrow": ("base", share), "escrow_months": months}
    deal.say("seq.montant_pct", pct=str(share))
    deal.say("seq.duree", mois=deal.months(months))
    if not trapped:
        return
    number = deal.draws.below(len(deal.amendments))
    kind = deal.draws.pick(("ended", "share", "both"))
    if kind == "ended":
        deal.values["escrow"] = None
        deal.amend(number, "av.seq_supprime")
        deal.trap(
            "sequestre_supprime", "seq.montant_pct", "av.seq_supprime", escrow=("base", share)
        )
        return
    other = share + deal.draws.pick((1, 2, 3))
    deal.values["escrow"] = ("base", other)
    deal.amend(number, "av.seq_pct", pct=str(other))
    deal.trap("sequestre_modifie", "seq.montant_pct", "av.seq_pct", escrow=("base", share))
    if kind == "both":
        deal.values["escrow_months"] = months + 6
        deal.amend(-1, "av.seq_mois", mois=deal.months(months + 6))
        deal.trap("sequestre_duree", "seq.duree", "av.seq_mois", escrow_months=months)
