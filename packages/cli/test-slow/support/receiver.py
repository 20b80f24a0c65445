"""A correct receiver with only Python's standard library: one connection at a time, closed after each answer.

Usage: receiver.py SECRET DELAY_SECONDS. Prints its port. The probe is at /probe.
"""

import hashlib
import hmac
import json
import re
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit

SECRET = sys.argv[1].encode()
DELAY = float(sys.argv[2])
WINDOW = 300
LIMIT = 1 << 20

handled = {}
faults = {}


def is_genuine(header, body):
    pairs = [pair.strip().partition("=") for pair in header.split(",")]
    times = [value for key, _, value in pairs if key == "t"]
    signatures = [value for key, _, value in pairs if key == "v1"]
    if len(header) > 4096 or len(times) != 1 or len(signatures) > 8:
        return False
    if not re.fullmatch(r"[0-9]{1,15}", times[0]) or abs(time.time() - int(times[0])) >= WINDOW + 1:
        return False
    mac = hmac.new(SECRET, times[0].encode() + b"." + body, hashlib.sha256).hexdigest().encode()
    return any([hmac.compare_digest(mac, value.encode()) for value in signatures])


def handle(event_id):
    if event_id in handled:
        return 200
    fault = faults.get(event_id, {"delay": 0, "fail": 0})
    time.sleep(fault["delay"] / 1000)
    if fault["fail"] > 0:
        fault["fail"] -= 1
        return 500
    handled[event_id] = 1
    return 200


class Receiver(BaseHTTPRequestHandler):
    def do_GET(self):
        url = urlsplit(self.path)
        if url.path != "/probe":
            return self.answer(405)
        event_id = parse_qs(url.query)["id"][0]
        self.answer(200, json.dumps({"handled": handled.get(event_id, 0), "running": 0}))

    def do_POST(self):
        if self.path == "/probe":
            fault = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            faults[fault["id"]] = fault
            return self.answer(204)
        time.sleep(DELAY)
        self.answer(self.receive())

    def receive(self):
        if self.headers.get_content_type() != "application/json" or "Content-Encoding" in self.headers:
            return 415
        if "Content-Length" not in self.headers:
            return 411
        length = int(self.headers["Content-Length"])
        if length > LIMIT:
            return 413
        body = self.rfile.read(length)
        if len(body) < length:
            return 400
        if not is_genuine(self.headers.get("Service-Signature", ""), body):
            return 401
        try:
            event = json.loads(body.decode("utf-8-sig"))
        except ValueError:
            return 422
        if not isinstance(event, dict) or not isinstance(event.get("id"), str):
            return 422
        return handle(event["id"])

    def answer(self, status, text=""):
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


class Server(HTTPServer):
    request_queue_size = 200

    def handle_error(self, *_):
        """A client that closes its connection is not worth a stack trace."""


server = Server(("127.0.0.1", 0), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
