"""Debian's Chromium, offline, as the tests of the page use it."""

import json
import shutil

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


def start(profile):
    """A browser with a profile of its own, that keeps what it says and asks for."""
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    assert chromium, "chromium is missing: `make test` installs it as root, and else prints the command"
    assert driver, "chromedriver is missing: `make test` installs it as root, and else prints the command"
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))


def open_page(browser, path, width=1280, scheme="light", address="", media="", wanted=".chart"):
    """Open a file offline, at a width in pixels, with the switches that the address says, and wait until the wanted charts are drawn."""
    browser.execute_cdp_cmd("Network.enable", {})
    browser.execute_cdp_cmd(
        "Network.emulateNetworkConditions", {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
    )
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": features})
    browser.get("about:blank")
    for kind in ("browser", "performance"):
        browser.get_log(kind)  # what came before is not of this page
    browser.get(path.as_uri() + address)
    if wanted == ".chart":
        browser.execute_script("window.dispatchEvent(new Event('beforeprint'))")  # draws the charts that are out of sight too
    wait(browser, lambda: all(text_count(browser, chart) for chart in browser.find_elements(By.CSS_SELECTOR, wanted)))


def wait(browser, condition):
    return WebDriverWait(browser, 60).until(lambda _: condition())


def text_count(browser, chart):
    return browser.execute_script("return arguments[0].querySelectorAll('svg text').length", chart)


def requests(browser):
    messages = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    urls = [item["params"]["request"]["url"] for item in messages if item["method"] == "Network.requestWillBeSent"]
    return [url for url in urls if not url.startswith(("data:", "about:", "chrome:"))]
