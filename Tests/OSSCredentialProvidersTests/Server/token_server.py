"""A token server with every fault that the tests need, on a free port of the loopback.

It prints its port, and ends when its standard input is closed or after half an hour. The path says what
it does: /<what>/<name>, with "+" between several, the n-th for the n-th request to that path and the
last one for every later; /hits/<name> returns the number of requests, and /megabytes/<what>/<name> how
much was sent there of a body that has no end.
"""
import collections, http.server, sys, threading, time

hits = collections.Counter()
lock = threading.Lock()


def token(expiration):
    return ('{"StatusCode":200,"AccessKeyId":"STS.server","AccessKeySecret":"server-secret",'
            '"SecurityToken":"server-token","Expiration":"%s"}' % expiration).encode()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def send(self, status, body, headers=(), length=None):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        path, _, query = self.path.partition("?")
        _, what, name = path.split("/", 2)
        if what == "megabytes":
            return self.send(200, str(hits["megabytes of /" + name]).encode())
        if what == "hits":
            return self.send(200, str(hits[name]).encode())
        with lock:
            steps = what.split("+")
            step = steps[min(hits[name], len(steps) - 1)]
            hits[name] += 1
        try:
            if step.isdigit():  # a redirect of that status to the URL in the query
                return self.send(int(step), b"", [("Location", query)])
            getattr(self, "do_" + step)(query)
        except OSError:  # the client has closed the connection
            self.close_connection = True

    def do_good(self, query):
        self.send(200, token("2099-01-01T00:00:00Z"))

    def do_basic(self, query):
        self.send(401, b"", [("WWW-Authenticate", 'Basic realm="a"')])

    def do_slow(self, query):
        time.sleep(0.2)
        self.do_good(query)

    def do_hang(self, query):
        time.sleep(60)
        self.close_connection = True

    def do_drip(self, query):
        self.send(200, b"", length=100)
        for _ in range(1200):
            self.wfile.write(b" ")
            time.sleep(0.05)
        self.close_connection = True

    def do_error(self, query):
        self.send(500, token("2099-01-01T00:00:00Z"))

    def do_garbage(self, query):
        self.send(200, b"<html>server-secret</html>")

    def do_half(self, query):
        body = token("2099-01-01T00:00:00Z")
        self.send(200, body[:60], length=len(body))
        self.close_connection = True

    def do_expired(self, query):
        self.send(200, token("2015-11-03T09:52:59Z"))

    def do_reversed(self, query):
        self.send(200, token("2099-01-01T00:00:00Z")[::-1])

    def do_redirect(self, query):
        self.send(302, b"", [("Location", "/good/redirected")])

    def do_cookie(self, query):
        seen = self.headers.get("Cookie", "none")
        headers = [("Set-Cookie", "session=1; Path=/"), ("Cache-Control", "max-age=600")]
        self.send(200, seen.encode(), headers)

    def do_echo(self, query):
        seen = "%s %s" % (query, self.headers.get("X-Session", "none"))
        self.send(200, seen.encode(), [("Age", "7")])

    def do_endless(self, query):
        self.send(200, b"", length=1 << 40)
        self.send_megabytes()

    def do_unbounded(self, query):  # without a length
        self.wfile.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
        self.send_megabytes()

    def send_megabytes(self):
        for _ in range(100):
            self.wfile.write(b" " * (1 << 20))
            with lock:
                hits["megabytes of " + self.path] += 1
            # A session of Linux hears that it is to end only when there is nothing to read.
            time.sleep(0.1)
        self.close_connection = True

    def do_large(self, query):
        self.send(200, b" " * 10_000_000)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
ended = threading.Thread(target=sys.stdin.read, daemon=True)
ended.start()
ended.join(1800)
