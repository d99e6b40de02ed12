"""Sealing a draft: what is refused, what is committed to, and that nothing can be guessed."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Any

import pyrage
import pytest

from digesta.canonical import canonical_bytes, canonical_lines, merkle_root, question_id
from digesta.errors import InputError, ReleaseError
from digesta.releases.cut import cut
from digesta.releases.data import parse_release
from digesta.workspace.holdout.seal import read_identities, seal, unseal
from digesta.workspace.verify import verify
from world import KEYS, Identity, both, disputed_by_all, edited

ME, OTHER = Identity(), Identity()


def sealed(files: Mapping[str, bytes], private: Mapping[str, bytes]) -> dict[str, bytes]:
    return dict(files) | seal(files, private, name="draft", folder="private")


def refused(files: Mapping[str, bytes], private: Mapping[str, bytes]) -> ReleaseError:
    with pytest.raises(ReleaseError) as caught:
        seal(files, private, name="draft", folder="private")
    return caught.value


def codes(error: ReleaseError) -> set[str]:
    return {problem.code for problem in error.problems}


def inside(files: Mapping[str, bytes], identity: Identity) -> dict[str, Any]:
    keys = [pyrage.x25519.Identity.from_str(identity.secret)]
    value: dict[str, Any] = json.loads(pyrage.decrypt(files["holdout.age"], keys))
    return value


def without_digest(files: Mapping[str, bytes]) -> dict[str, Any]:
    manifest: dict[str, Any] = json.loads(files["release.json"])
    del manifest["holdout"]["sealed_sha256"]
    return manifest


# What is sealed -------------------------------------------------------------------------------


def test_every_recipient_opens_the_sealed_file_and_nobody_else_does() -> None:
    made = sealed(*both(ME.public, OTHER.public))

    assert inside(made, ME) == inside(made, OTHER)
    with pytest.raises(pyrage.DecryptError):
        inside(made, Identity())


def test_all_but_the_ciphertext_follows_from_the_draft_and_the_private_folder() -> None:
    first, again = sealed(*both(ME.public)), sealed(*both(ME.public))

    assert without_digest(first) == without_digest(again)
    assert inside(first, ME) == inside(again, ME)
    assert first["holdout.age"] != again["holdout.age"]


def test_truths_are_sealed_under_the_final_ids_with_their_reviews_and_keys() -> None:
    files, private = both(ME.public)

    found = inside(sealed(files, private), ME)

    asked = [json.loads(line) for line in files["questions.jsonl"].splitlines()]
    ids = sorted(question_id(one) for one in asked if one["split"] == "holdout")
    assert [one["question_id"] for one in found["truths"]] == ids
    assert [one["question_id"] for one in found["reviews"]] == ids
    assert {key: found[key] for key in KEYS} == KEYS


def test_the_root_is_that_of_a_tree_worked_out_beside_the_code() -> None:
    made = sealed(*both(ME.public))
    leaves = []
    for truth in inside(made, ME)["truths"]:
        name = truth["question_id"].encode()
        salt = hmac.new(bytes.fromhex(KEYS["salt_key"]), name, hashlib.sha256).digest()
        head = b"\x00holdout/v1\n" + name + b"\n" + salt
        leaves.append(hashlib.sha256(head + canonical_bytes(truth)).digest())
    # RFC 9162: levels are joined pairwise, a node without a partner goes up as it is.
    while len(leaves) > 1:
        pairs = [leaves[i : i + 2] for i in range(0, len(leaves), 2)]
        leaves = [hashlib.sha256(b"\x01" + b"".join(p)).digest() if p[1:] else p[0] for p in pairs]

    assert json.loads(made["release.json"])["holdout"]["root"] == leaves[0].hex()


def test_a_tree_of_one_leaf_is_that_leaf_and_order_matters() -> None:
    one, two = bytes(32), b"\x01" * 32

    assert merkle_root([one]) == one.hex()
    assert merkle_root([one, two]) != merkle_root([two, one])


def test_no_guess_at_a_truth_can_be_tested_against_what_is_published() -> None:
    files, private = both(ME.public)
    release = cut(sealed(files, private), name="draft")
    said = json.loads(release["release.json"])["holdout"]
    flipped = {
        **private,
        "truths.jsonl": private["truths.jsonl"].replace(b'"red"', b'"RED"', 1),
    }
    other = json.loads(sealed(files, flipped)["release.json"])["holdout"]
    salted = {**private, "keys.json": canonical_bytes(KEYS | {"salt_key": "c3" * 32})}
    again = json.loads(sealed(files, salted)["release.json"])["holdout"]

    # The ids say nothing of truths; the root does, but with another key it is another.
    assert said["questions"] == other["questions"] == again["questions"]
    assert len({said["root"], other["root"], again["root"]}) == 3


# What is cut ----------------------------------------------------------------------------------


def test_a_sealed_draft_becomes_a_release_that_verifies_and_is_a_draft_of_itself() -> None:
    release = cut(sealed(*both(ME.public)), name="draft")

    listed = {one["path"] for one in json.loads(release["release.json"])["files"]}
    assert "holdout.age" in listed
    assert verify(release, name="release") == []
    assert cut(release, name="release") == release


def test_holdout_questions_without_a_sealed_file_are_not_cut() -> None:
    files, _ = both(ME.public)

    with pytest.raises(ReleaseError, match="holdout-unsealed"):
        cut(files, name="draft")


@pytest.mark.parametrize(
    "change",
    [
        lambda one: None if one["question_id"] == "colour-40" else one,
        lambda one: (
            one | {"turns": [{"role": "user", "content": "Another case?"}]}
            if one["question_id"] == "colour-40"
            else one
        ),
    ],
    ids=["one-less", "one-reworded"],
)
def test_a_draft_that_changed_since_it_was_sealed_is_not_cut(change: Any) -> None:
    made = sealed(*both(ME.public))

    with pytest.raises(ReleaseError, match="holdout-moved"):
        cut(edited(made, "questions.jsonl", change), name="draft")


def test_a_truth_of_the_holdout_in_the_open_is_not_cut() -> None:
    files, private = both(ME.public)
    made = sealed(files, private)
    for path, code in (("truths.jsonl", "truth-open"), ("review.jsonl", "review-open")):
        spilt = {**made, path: made[path] + private[path].splitlines(keepends=True)[0]}

        with pytest.raises(ReleaseError, match=code):
            cut(spilt, name="draft")


def flipped(cipher: bytes) -> bytes:
    return cipher[:-5] + bytes([cipher[-5] ^ 1]) + cipher[-4:]


def test_a_sealed_file_that_is_not_the_manifests_is_neither_cut_nor_verified() -> None:
    files, private = both(ME.public)
    made = sealed(files, private)
    # Killed half-way: the file of a second sealing beside the manifest of the first.
    torn = made | {"holdout.age": sealed(files, private)["holdout.age"]}

    for other in (torn, made | {"holdout.age": flipped(made["holdout.age"])}):
        with pytest.raises(ReleaseError) as caught:
            cut(other, name="draft")
        assert [(one.code, one.file) for one in caught.value.problems] == [
            ("sealed-other", "draft/holdout.age")
        ]
        assert "digesta release seal" in caught.value.problems[0].fix


def test_a_release_whose_manifest_promises_another_sealed_file_does_not_verify() -> None:
    release = cut(sealed(*both(ME.public)), name="draft")
    manifest = json.loads(release["release.json"])
    manifest["holdout"]["sealed_sha256"] = "0" * 64

    found = verify(release | {"release.json": canonical_bytes(manifest) + b"\n"}, name="r")

    assert [one.code for one in found] == ["sealed-other"]


def test_a_sealed_question_that_every_reader_disputes_is_refused() -> None:
    files, private = both(ME.public)

    error = refused(files, changed(private, "review.jsonl", disputed_by_all))

    assert [(one.code, one.file) for one in error.problems] == [
        ("review-disputed", "private/review.jsonl")
    ]


# What is refused ------------------------------------------------------------------------------


def test_records_of_the_holdout_in_the_draft_are_refused() -> None:
    files, private = both(ME.public)
    for path, code in (("truths.jsonl", "truth-open"), ("review.jsonl", "review-open")):
        spilt = {**files, path: files[path] + private[path].splitlines(keepends=True)[0]}

        assert codes(refused(spilt, private)) == {code}


def changed(private: Mapping[str, bytes], path: str, change: Any) -> dict[str, bytes]:
    return edited(
        private, path, lambda one: change(one) if one["question_id"] == "colour-12" else one
    )


def test_what_the_private_folder_lacks_or_has_too_much_is_named() -> None:
    files, private = both(ME.public)
    stray = {"question_id": "nobody"}
    public = {"question_id": "colour-1"}

    for path, change, code in (
        ("truths.jsonl", lambda _: None, "truth-missing"),
        ("truths.jsonl", lambda one: one | stray, "truth-unknown"),
        ("truths.jsonl", lambda one: one | public, "not-sealed"),
        ("review.jsonl", lambda _: None, "review-missing"),
        ("review.jsonl", lambda one: one | public, "not-sealed"),
    ):
        assert code in codes(refused(files, changed(private, path, change))), (path, code)


def test_a_truth_twice_is_refused() -> None:
    files, private = both(ME.public)
    first = private["truths.jsonl"].splitlines(keepends=True)[0]

    twice = {**private, "truths.jsonl": private["truths.jsonl"] + first}

    assert codes(refused(files, twice)) == {"dup-id"}


def test_a_truth_that_its_scorer_refuses_is_named_but_not_repeated() -> None:
    files, private = both(ME.public)
    wrong = changed(private, "truths.jsonl", lambda one: one | {"truth": {"answer": "heliotrope"}})

    error = refused(files, wrong)

    assert "private/truths.jsonl:1: truth-refused; question colour-12" in str(error)
    assert "heliotrope" not in str(error)


@pytest.mark.parametrize(
    "field",
    [{"turns": [{"role": "user", "content": "Is the seal purple?"}]}, {"tags": ["purple"]},
     {"attribution": "Purple, who knows"}],
    ids=["turns", "tags", "attribution"],
)  # fmt: skip
def test_a_truth_that_open_fields_tell_is_refused(field: dict[str, Any]) -> None:
    files, private = both(ME.public)
    files = edited(
        files, "questions.jsonl",
        lambda one: one | {"ask": {"answer_type": "enum"}, **field}
        if one["question_id"] == "colour-12"
        else one,
    )  # fmt: skip
    private = changed(private, "truths.jsonl", lambda one: one | {"truth": {"answer": "purple"}})

    error = refused(files, private)

    assert codes(error) == {"truth-in-question"}
    assert "purple" not in str(error).lower()


def test_a_cluster_in_both_splits_is_refused() -> None:
    files, private = both(ME.public)
    files = edited(
        files, "questions.jsonl",
        lambda one: one | {"cluster_id": "c-0000"}
        if one["question_id"] in ("colour-1", "colour-12")
        else one,
    )  # fmt: skip

    assert codes(refused(files, private)) == {"cluster-across"}


def test_a_holdout_that_an_adversary_wins_is_refused() -> None:
    files, private = both(ME.public)
    one_colour = edited(
        private, "truths.jsonl",
        lambda one: one | {"truth": {"answer": "red"}}
        if one["question_id"].startswith("colour")
        else one,
    )  # fmt: skip

    error = refused(files, one_colour)

    assert codes(error) == {"won-without-law"}
    assert "constant (holdout)" in str(error)


def test_a_track_whose_sealed_questions_give_no_headline_is_refused() -> None:
    files, private = both(ME.public)

    def of_sight(one: Any) -> Any:
        number = int(one["question_id"].rsplit("-", 1)[1])
        return None if one["question_id"].startswith("count") and number >= 12 else one

    files = edited(files, "questions.jsonl", of_sight)
    for path in ("truths.jsonl", "review.jsonl"):
        private = edited(private, path, of_sight)

    assert "holdout-headline" in codes(refused(files, private))


def test_a_draft_needs_recipients_that_are_age_keys() -> None:
    for recipients in ((), ("age1qqqq",)):
        assert codes(refused(*both(*recipients))) == {"recipient"}


def test_a_recipient_twice_is_refused() -> None:
    error = refused(*both(ME.public, OTHER.public, ME.public))

    assert f"{ME.public} twice" in str(error)


def test_a_secret_key_among_the_recipients_of_a_draft_is_never_repeated() -> None:
    files, private = both(ME.public)
    manifest = json.loads(files["release.json"]) | {"recipients": [OTHER.secret]}
    files |= {"release.json": canonical_bytes(manifest)}

    with pytest.raises(InputError) as caught:
        seal(files, private, name="draft", folder="private")

    assert "a secret key, not shown" in str(caught.value)
    assert OTHER.secret[:20] not in str(caught.value)


def test_a_draft_without_a_holdout_has_nothing_to_seal() -> None:
    files, private = both(ME.public)
    files = edited(files, "questions.jsonl", lambda one: one | {"split": "public"})

    assert codes(refused(files, private)) == {"holdout-none"}


# Opening --------------------------------------------------------------------------------------


def opening(files: Mapping[str, bytes], secret: str) -> set[str]:
    data = parse_release(files, name="r")
    with pytest.raises(ReleaseError) as caught:
        unseal(data, read_identities(secret.encode(), file="id.txt"), name="r")
    assert "AGE-SECRET" not in str(caught.value).replace("AGE-SECRET-KEY-1...", "")
    return codes(caught.value)


def test_a_wrong_identity_a_tampered_file_and_a_wrong_root_are_told_apart() -> None:
    release = cut(sealed(*both(ME.public)), name="draft")
    cipher = release["holdout.age"]
    flipped = cipher[:-1] + bytes([cipher[-1] ^ 1])
    manifest = json.loads(release["release.json"])
    manifest["holdout"]["root"] = "0" * 64

    assert opening(release, Identity().secret) == {"identity-stranger"}
    assert opening(release, "no key") == {"identity"}
    assert opening(release | {"holdout.age": flipped}, ME.secret) == {"sealed-tampered"}
    assert opening(
        release | {"release.json": canonical_bytes(manifest) + b"\n"}, ME.secret
    ) == {"sealed-root"}  # fmt: skip


def test_a_sealed_file_of_other_questions_is_found() -> None:
    files, private = both(ME.public)
    release = cut(sealed(files, private), name="draft")
    asked = [json.loads(line) for line in release["questions.jsonl"].splitlines()]
    gone = next(one["question_id"] for one in asked if one["split"] == "holdout")
    fewer = canonical_lines(one for one in asked if one["question_id"] != gone)

    assert opening(release | {"questions.jsonl": fewer}, ME.secret) == {"sealed-questions"}


def test_an_identity_shows_its_file_alone() -> None:
    found = read_identities(f"# a comment\n{ME.secret}\n".encode(), file="id.txt")

    assert repr(found) == "Identities(file='id.txt')"
    assert found.public == (ME.public,)
