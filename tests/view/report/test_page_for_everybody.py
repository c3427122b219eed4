"""The page in dark, on paper, without a mouse, and for those who want the numbers: in a real Chromium."""

import base64

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from tests.view.report.chromium import open_page, text_count, wait

# Text whose contrast with what is behind it is below 4.5 (WCAG 2, AA), with the contrast.
FAINT = """
const linear = (part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
const light = ([r, g, b]) => 0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
const paper = (element) => {
  for (let one = element; one; one = one.parentElement) {
    const colour = parts(getComputedStyle(one).backgroundColor);
    if (colour.length < 4 || colour[3] > 0) return colour;
  }
  return [255, 255, 255];
};
const seen = (element) => element.checkVisibility() && element.getAttribute('opacity') !== '0' && element.getClientRects().length;
const own = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
const found = [];
for (const element of document.querySelectorAll('body *')) {
  if (['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(element.tagName) || !own(element) || !seen(element)) continue;
  const style = getComputedStyle(element);
  const [ink, behind] = [light(parts(element instanceof SVGElement ? style.fill : style.color)), light(paper(element))];
  const contrast = (Math.max(ink, behind) + 0.05) / (Math.min(ink, behind) + 0.05);
  if (contrast < 4.5) found.push(`${element.textContent.trim().slice(0, 40)}: ${contrast.toFixed(2)}`);
}
return [...new Set(found)];
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", ["", "#scale=log&published=on", "#unit=per-task&n=10000"])
def test_every_text_stands_out_from_what_is_behind_it(browser, page, scheme, view):
    open_page(browser, page, scheme=scheme, address=view)
    assert browser.execute_script(FAINT) == []


def test_every_chart_has_all_its_figures_in_a_table_that_opens_by_keyboard(browser, page):
    open_page(browser, page)
    for chart in browser.find_elements(By.CSS_SELECTOR, ".chart"):
        section = browser.execute_script("return arguments[0].closest('section')", chart)
        assert section.find_elements(By.CSS_SELECTOR, "details.figures"), chart.get_attribute("id")
    for details in browser.find_elements(By.CSS_SELECTOR, "details.figures"):
        summary = details.find_element(By.TAG_NAME, "summary")
        browser.execute_script("arguments[0].focus()", summary)
        browser.switch_to.active_element.send_keys(Keys.ENTER)
        wait(browser, lambda details=details: details.find_elements(By.CSS_SELECTOR, "tbody tr"))
        cells = browser.execute_script("return [...arguments[0].querySelectorAll('tbody td.number')].map(c => c.textContent)", details)
        assert any(text != "\N{EN DASH}" for text in cells)
        assert not any("NaN" in text or "undefined" in text or "null" in text for text in cells)
    assert browser.get_log("browser") == []


FOR_CLICKING = """
const all = [...document.querySelectorAll('nav, #switches, .controls, select, input, .files, button')];
return all.filter((one) => one.checkVisibility() && !one.closest('th')).map((one) => one.outerHTML.slice(0, 60));
"""
CLIPPED = """
const clipped = (one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
return [...document.querySelectorAll('.scroll')].filter(clipped).map((one) => one.getAttribute('aria-label'));
"""
PAPER_WIDTH = 1047  # A4, landscape, less its margins, in pixels


def test_on_paper_nothing_is_clipped_or_for_clicking_and_the_view_is_said(browser, page):
    open_page(browser, page, width=PAPER_WIDTH, media="print")
    assert browser.execute_script(FOR_CLICKING) == []
    assert browser.execute_script(CLIPPED) == []
    assert browser.execute_script("return document.documentElement.scrollWidth") <= PAPER_WIDTH
    assert "at N = 1,000,000" in browser.find_element(By.ID, "ranking-status").text


def printed(browser):
    return base64.b64decode(browser.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})["data"])


def test_a_page_that_is_printed_when_its_charts_are_drawn_has_them_on_paper(browser, page):
    open_page(browser, page)
    whole = printed(browser)
    browser.execute_script("document.querySelectorAll('.chart').forEach(chart => chart.replaceChildren())")
    assert whole.startswith(b"%PDF")
    assert len(whole) > len(printed(browser)) + 50_000


def test_all_charts_are_drawn_without_anybody_scrolling(browser, page):
    browser.get("about:blank")
    browser.get(page.as_uri())
    wait(browser, lambda: all(text_count(browser, chart) for chart in browser.find_elements(By.CSS_SELECTOR, ".chart")))


def test_a_file_that_is_saved_from_the_page_is_the_one_beside_it(browser, page, sweep_folder, tmp_path):
    open_page(browser, page)
    browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    buttons = browser.find_elements(By.CSS_SELECTOR, "button[data-file]")
    names = [button.get_attribute("data-file") for button in buttons]
    assert {"runs.csv", "runs.parquet", "summary.csv"} <= set(names)
    for name, button in zip(names, buttons, strict=True):
        browser.execute_script("arguments[0].focus()", button)
        browser.switch_to.active_element.send_keys(Keys.ENTER)
        expected = (sweep_folder / "tables" / name).read_bytes()
        wait(browser, lambda name=name, expected=expected: (tmp_path / name).exists() and (tmp_path / name).read_bytes() == expected)


def test_without_colour_every_kind_has_a_sign_of_its_own(browser, page):
    open_page(browser, page, address="#n=10000")
    signs = browser.execute_script(
        "return [...document.querySelectorAll('#ranking svg .mark-symbol.role-mark path')]"
        ".map(p => [p.getAttribute('fill'), p.getAttribute('d').replace(/[\\d.-]+/g, '#')])"
    )
    shape_of = dict(map(tuple, signs))
    assert len(shape_of) == 4
    assert len(set(shape_of.values())) == 4
    assert all(shape_of[colour] == shape for colour, shape in signs)


@pytest.mark.parametrize("tag", ["h1", "h2", "h3"])
def test_headings_name_the_parts_in_order(browser, page, tag):
    open_page(browser, page)
    names = browser.execute_script(f"return [...document.querySelectorAll('{tag}')].map(h => h.textContent.trim())")
    assert names
    assert all(names)
    anchors = browser.execute_script("return [...document.querySelectorAll('nav a')].map(a => !!document.querySelector(a.hash))")
    assert all(anchors)
