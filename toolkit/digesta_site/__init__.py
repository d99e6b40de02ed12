"""The static site: loaded values in, files out.

    outputs.outputs(SiteInput), own_files(SiteInput)            made of data, and written by hand
    mkdocs.output.site_files({path: bytes}) -> {path: bytes}    what is published of MkDocs' output

Nothing here reads or writes a workspace: ``store`` does. Submitted text goes through our own
autoescaping templates into page bodies, and into files of data; titles, file names, front matter
and navigation carry ids and the maintainers' own titles. MkDocs calls ``build/docs/.hook.py``,
which imports ``hook``, so that ``mkdocs.yml`` can name a file in every workspace.
"""
