"""A headless Chromium, driven through ChromeDriver by the WebDriver protocol of the W3C."""

import base64
import contextlib
import http.client
import json
import shutil
import subprocess
import tempfile

import pytest

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
    "--force-color-profile=srgb",
)
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
# Debian's names first, then those of others.
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


class Browser:
    """One session; see https://www.w3.org/TR/webdriver2/ for what its addresses mean."""

    def __init__(self, port, session):
        self._port = port
        self._session = f"/session/{session}"

    def ask(self, path, **data):
        return request(self._port, "POST", f"{self._session}/{path}", data)

    def end(self):
        request(self._port, "DELETE", self._session)

    def open(self, url):
        self.ask("url", url=url)

    def run(self, script, *arguments):
        return self.ask("execute/sync", script=script, args=list(arguments))

    def wait(self, script, *arguments):
        """Wait until an expression is true."""
        code = """
            const [tell] = [...arguments].slice(-1);
            const test = () => (%s) ? tell(true) : setTimeout(test, 5);
            test();
        """
        assert self.ask("execute/async", script=code % script, args=list(arguments))

    def find(self, selector):
        found = self.ask("element", using="css selector", value=selector)
        return found[ELEMENT]

    def click(self, selector):
        self.ask(f"element/{self.find(selector)}/click")

    def type(self, text, selector="body"):
        self.ask(f"element/{self.find(selector)}/value", text=text)

    def enter(self, selector):
        """Turn to a frame, or with None to the page."""
        frame = None if selector is None else {ELEMENT: self.find(selector)}
        self.ask("frame", id=frame)

    def complaints(self):
        """Return what the page has logged since the last call."""
        return [entry["message"] for entry in self.ask("se/log", type="browser")]

    def picture(self, selector):
        """Return an element as a PNG image."""
        path = f"{self._session}/element/{self.find(selector)}/screenshot"
        return base64.b64decode(request(self._port, "GET", path))


def request(port, method, path, data=None):
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as driver:
        driver.request(method, path, None if data is None else json.dumps(data))
        answer = driver.getresponse()
        value = json.load(answer)["value"]
        assert answer.status == 200, value
        return value


@contextlib.contextmanager
def chromium(*flags):
    """Start a browser with a profile of its own, or skip the test where there is none."""
    driver = shutil.which("chromedriver")
    binary = next(filter(None, map(shutil.which, BROWSERS)), None)
    if driver is None or binary is None:
        pytest.skip("no Chromium with ChromeDriver is installed (Debian: chromium-driver)")
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
        subprocess.Popen(
            [driver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as process,
    ):
        try:
            told = (line for line in process.stdout if "started successfully on port" in line)
            line = next(told, None)
            assert line is not None, "ChromeDriver did not start"
            port = int(line.split()[-1].strip("."))
            options = {
                "binary": binary,
                "args": [*FLAGS, *flags, f"--user-data-dir={profile}"],
            }
            wanted = {
                "browserName": "chrome",
                "goog:chromeOptions": options,
                "goog:loggingPrefs": {"browser": "ALL"},
            }
            capabilities = {"capabilities": {"alwaysMatch": wanted}}
            session = request(port, "POST", "/session", capabilities)["sessionId"]
            browser = Browser(port, session)
            yield browser
            browser.end()
        finally:
            process.terminate()
