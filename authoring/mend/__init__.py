"""The release of November 2026 that corrects 2026-11-27: one draft, made by program.

Run in the root of the repository; NEW is the release's id, KEYS a folder outside it::

    digesta release unseal 2026-11-27 --identity IDENTITY --private KEYS --date DAY --key KEY
    digesta release new NEW --from 2026-11-27 --title 'One question, one rule' -o drafts/NEW
    python -m authoring.mend drafts/NEW --sealed KEYS --table CORRECTED.md
    digesta release seal drafts/NEW --private KEYS
    digesta release cut drafts/NEW

``unseal`` is logged and needed once; ``mend`` can be repeated on a new draft and a new copy of
KEYS. It reads the tables of rules of both splits as 2026-11-27 had them (``PLACES``, ``RULES`` of
commit BEFORE, by git show), and writes the public half of each back into ``authoring``: the sealed
half stays in KEYS alone. Once the release is cut, this folder has done its work.
"""
