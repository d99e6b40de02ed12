"""Measure what a visitor's first view of build/site costs (``make bench-views``).

Each page is opened in a fresh Chromium by a server that compresses, over a slow connection
(1.6 Mbit/s down, 0.75 up, 150 ms a round trip) with a processor four times slower, as
Lighthouse's mobile test does. Printed: bytes transferred, first and largest paint, layout shift.
Goals: home 150 KiB, a board 500 KiB, largest paint 2.5 s.
"""

from __future__ import annotations

import gzip
import http.server
import os
import threading
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

SITE = Path("build/site")
COMPRESSED = (".html", ".css", ".js", ".json", ".svg", ".xml", ".txt", ".csv")
SLOW = {"latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
WATCH = """
window.seen = {lcp: 0, fcp: 0, cls: 0};
const watch = (type, use) =>
  new PerformanceObserver(l => l.getEntries().forEach(use)).observe({type, buffered: true});
watch('largest-contentful-paint', e => seen.lcp = e.startTime);
watch('paint', e => { if (e.name == 'first-contentful-paint') seen.fcp = e.startTime; });
watch('layout-shift', e => { if (!e.hadRecentInput) seen.cls += e.value; });
"""


class Compressing(http.server.SimpleHTTPRequestHandler):
    """Serves files as a static host does: compressed."""

    def do_GET(self) -> None:
        """Send a file."""
        path = Path(self.translate_path(self.path))
        if path.suffix not in COMPRESSED or not path.is_file():
            return super().do_GET()
        body = gzip.compress(path.read_bytes(), 6)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        return None

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def measure(browser: Browser, address: str) -> dict[str, float]:
    """Return bytes transferred and paints of a page that is opened for the first time."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.add_init_script(WATCH)
    session = context.new_cdp_session(page)
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {"offline": False, **SLOW})
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto(address, wait_until="load", timeout=120_000)
    page.wait_for_timeout(1500)
    seen: dict[str, Any] = page.evaluate("seen")
    context.close()
    return {"bytes": sum(sizes), **seen}


def paths() -> list[str]:
    """Return home, and of the newest release its largest board and its largest other pages."""
    newest = max((SITE / "r").glob("2*"), key=lambda folder: folder.name).name
    boards = sorted((SITE / "r" / newest).glob("*@*.html"), key=lambda file: file.stat().st_size)
    questions = sorted((SITE / "r" / newest / "q").rglob("*.html"), key=lambda f: f.stat().st_size)
    shown = [*boards[-2:], questions[-1], SITE / "r" / newest / "index.html"]
    tops = [SITE / f"{name}.html" for name in ("systems", "questions", "compare", "how-to-read")]
    return ["index.html", *(str(f.relative_to(SITE)) for f in [*shown, *tops] if f.is_file())]


def main() -> None:
    """Print one line for each page, and the site's own size."""
    handler = partial(Compressing, directory=str(SITE))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    files = [file.stat().st_size for file in SITE.rglob("*") if file.is_file()]
    pages = sum(1 for _ in SITE.rglob("*.html"))
    print(f"{pages} pages, {len(files)} files, {sum(files) / 2**20:.1f} MiB")
    print("KiB transferred | first paint s | largest paint s | layout shift | page")
    with sync_playwright() as playwright:
        chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for path in paths():
            got = measure(browser, f"http://127.0.0.1:{server.server_port}/{path}")
            times = f"{got['fcp'] / 1000:.2f} | {got['lcp'] / 1000:.2f} | {got['cls']:.3f}"
            print(f"{got['bytes'] / 1024:.0f} | {times} | {path}")
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main()
