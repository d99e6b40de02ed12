"""The coupling with MkDocs: the hook, the rendering of pages, the security policy."""
