"""The release of November 2026 that corrects 2026-11-27: one draft, made by program.

Run in the root of the repository; NEW is the release's id, KEYS a new folder outside, DAY today::

    digesta release unseal 2026-11-27 --identity IDENTITY --private KEYS --date DAY --key KEY
    git show 2120dbf6:authoring/finlaw/recall/places.json > KEYS/places.json
    git show 2120dbf6:authoring/frenchlaw/dated/rules.json > KEYS/rules.json
    digesta release new NEW --from 2026-11-27 --title 'One question, one rule' -o drafts/NEW
    python -m authoring.mend drafts/NEW --sealed KEYS --table CORRECTED.md
    digesta release seal drafts/NEW --private KEYS
    digesta release cut drafts/NEW

``unseal`` is logged and needed once: keep a copy of KEYS, since ``mend`` takes a new draft and KEYS
as they were. The two tables are those of both splits; ``mend`` writes the public part of each back
into ``authoring``, and the sealed part stays in KEYS. Once the release is cut, this folder has done
its work.
"""
