"""Who vouches for a statement: the DSSE envelope, signed by a key of releases/allowed_signers.

Dead Simple Signing Envelope, version 1: a bare ed25519 signature over DSSE's own encoding of type
and payload, so that tools of in-toto check it. The keys are those that sign logs by SSH's format;
what is signed begins otherwise there, so neither signature serves as the other.
"""

from __future__ import annotations

import base64
from typing import Any, Literal

from pydantic import Field

from digesta.errors import ReleaseError
from digesta.intake.limits import InputLimits
from digesta.intake.strict import strict_json
from digesta.records.base import NonEmpty, Record
from digesta.records.read import read_record
from digesta.releases.signatures import Signer, SigningKey, namespace_of
from digesta.releases.ssh import fingerprint, is_raw_signature
from digesta.workspace.provenance.statement import Attestation, Parameters

PAYLOAD = "application/vnd.in-toto+json"
LIMITS = InputLimits(line_bytes=64 << 20, values=5_000_000, string_chars=64 << 20)
"""Of an attestation: a site has thousands of files, and an envelope is one string."""


class EnvelopeSignature(Record):
    """A signature in base64. keyid: the key's fingerprint, as ``ssh-keygen -l`` prints it."""

    keyid: NonEmpty
    sig: NonEmpty


class Envelope(Record):
    """A payload in base64, and who signed it."""

    payload: str
    payload_type: Literal["application/vnd.in-toto+json"] = Field(alias="payloadType")
    signatures: list[EnvelopeSignature] = Field(max_length=16)


def pre_authentication(payload: bytes) -> bytes:
    """Return the bytes that are signed: its pre-authentication encoding.

    >>> pre_authentication(b"{}")
    b'DSSEv1 28 application/vnd.in-toto+json 2 {}'
    """
    return b"DSSEv1 %d %s %d %s" % (len(PAYLOAD), PAYLOAD.encode(), len(payload), payload)


def sign_payload(payload: bytes, key: SigningKey, about: Parameters) -> dict[str, Any]:
    """Return the envelope of a statement; UsageError where the key may not sign it."""
    key.check(namespace_of(about.release, "attestation"), about.date)
    raw = key.private.sign(pre_authentication(payload))
    signature = {"keyid": fingerprint(key.public), "sig": base64.b64encode(raw).decode()}
    return {
        "payload": base64.b64encode(payload).decode(),
        "payloadType": PAYLOAD,
        "signatures": [signature],
    }


def read_attestation(
    data: bytes, signers: tuple[Signer, ...], *, file: str
) -> tuple[Attestation, str]:
    """Return what an attestation's file says, and who vouches for it, or raise ReleaseError.

    signers: () in a workspace where nobody signs; there a statement stands without an envelope,
    vouched for by "".
    """
    value = strict_json(data, file=file, limits=LIMITS, error=ReleaseError)
    is_envelope = isinstance(value, dict) and "payloadType" in value
    if signers and not is_envelope:
        raise _refusal(file, "no signature")
    if not is_envelope:
        return read_record(Attestation, value, file), ""
    envelope = read_record(Envelope, value, file)
    payload = _bytes_of(envelope.payload)
    own = [signer for signer in signers if _signs(signer, envelope, payload)]
    if not own:
        raise _refusal(file, _why(envelope, signers))
    content = strict_json(payload, file=file, limits=LIMITS, error=ReleaseError)
    attestation = read_record(Attestation, content, file)
    space = namespace_of(attestation.parameters.release, "attestation")
    reasons = [signer.refusal(space, attestation.parameters.date) for signer in own]
    if "" not in reasons:
        raise _refusal(file, "; ".join(reasons))
    signer = own[reasons.index("")]
    return attestation, f"{signer.name} {signer.fingerprint}"


def _bytes_of(text: str) -> bytes:
    """Return what a base64 text encodes; b"", which is no statement, where it is none."""
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        return b""


def _signs(signer: Signer, envelope: Envelope, payload: bytes) -> bool:
    message = pre_authentication(payload)
    return any(
        is_raw_signature(signer.key, _bytes_of(signature.sig), message)
        for signature in envelope.signatures
        if signature.keyid == signer.fingerprint
    )


def _why(envelope: Envelope, signers: tuple[Signer, ...]) -> str:
    if not signers:
        return "a signature, but no releases/allowed_signers"
    known = {signer.fingerprint for signer in signers}
    strangers = [each.keyid for each in envelope.signatures if each.keyid not in known]
    if strangers:
        return f"a signature by {strangers[0]}, whom allowed_signers does not list"
    return "a signature over something else" if envelope.signatures else "no signature"


def _refusal(file: str, why: str) -> ReleaseError:
    fix = "take the attestation from where its maintainers publish it; they make one by: "
    return ReleaseError.of(code="unsigned", file=file, got=why, fix=f"{fix}digesta attest")
