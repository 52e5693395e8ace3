"""Shows an MBTiles file in a browser: drag to move, wheel to zoom."""

import sqlite3
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PAGE = (Path(__file__).parent / "viewer.html").read_bytes()


def handler(path: str) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            file = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
            kind, body = "text/html; charset=utf-8", PAGE
            words = self.path.strip("/").split("/")
            if words[0] == "tiles" and len(words) == 4 and all(word.isdecimal() for word in words[1:]):
                z, x, y = map(int, words[1:])
                query = "SELECT tile_data FROM tiles WHERE zoom_level=? AND tile_column=? AND tile_row=?"
                found = file.execute(query, (z, x, (1 << z) - 1 - y)).fetchone()
                kind, body = "image/png", found[0] if found else b""
            elif words[0] == "metadata":
                import json

                kind = "application/json"
                body = json.dumps(dict(file.execute("SELECT name, value FROM metadata"))).encode()
            file.close()
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *words: object) -> None:
            pass

    return Handler


def main(path: str, port: str = "8000") -> None:
    print(f"http://localhost:{port} shows {path}; Ctrl-C ends it")
    ThreadingHTTPServer(("127.0.0.1", int(port)), handler(path)).serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
