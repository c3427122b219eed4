"""The answer and its switches in a real Chromium: each changes the drawing, the table and the address; the address brings the view back."""

import json
import re

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select
from tests.view.report.chromium import open_page, requests, text_count, wait

from editing import replaced_once
from records.vocabulary import PRIMITIVE_NAMES
from view.charts.sweep_tables import read_sweep

MIB = 2**20


def open_answer(browser, page, *arguments, **options):
    open_page(browser, page, *arguments, **options, wanted="#ranking")


def marks(browser, kind):
    """The texts or paths of the drawn chart."""
    script = (
        "return [...document.querySelectorAll('#ranking svg .mark-text.role-mark text')].filter(t => t.getAttribute('opacity') !== '0')"
        ".map(t => t.textContent)"
        if kind == "text"
        else f"return [...document.querySelectorAll('#ranking svg .mark-{kind}.role-mark path')].map(p => p.getAttribute('d'))"
    )
    return browser.execute_script(script)


def axis_title(browser):
    return browser.execute_script("return document.querySelector('#ranking svg .role-axis-title text').textContent")


def ticks(browser):
    return browser.execute_script("return [...document.querySelectorAll('#ranking svg .role-axis-label text')].map(t => t.textContent)")


def table(browser):
    """The table under the chart: variant to its cells."""
    rows = browser.execute_script(
        "return [...document.querySelectorAll('#ranking-table tbody tr')].map(r => [...r.cells].map(c => c.textContent))"
    )
    return {row[0]: row[1:] for row in rows}


def status(browser):
    return browser.find_element(By.ID, "ranking-status").text


def address(browser):
    return browser.execute_script("return location.hash")


def change(browser, act):
    """Do something to a switch and wait until it is drawn."""
    browser.execute_script("window.before = document.querySelector('#ranking svg')")
    act()
    wait(browser, lambda: browser.execute_script("return document.querySelector('#ranking svg') !== window.before"))


def choose(browser, name, value):
    change(browser, lambda: browser.find_element(By.CSS_SELECTOR, f"#switches input[name={name}][value='{value}']").click())


def choose_n(browser, text):
    change(browser, lambda: Select(browser.find_element(By.ID, "switch-n")).select_by_visible_text(text))


def test_at_first_it_ranks_the_largest_n_from_zero_with_every_variant(browser, page, sweep_folder):
    open_answer(browser, page)
    summary = read_sweep(sweep_folder / "tables").summary
    kinds = {name: place for place, name in enumerate(PRIMITIVE_NAMES)}
    at = summary[summary["n"] == 1_000_000].assign(kind=lambda rows: rows["primitive"].map(kinds))
    at = at.sort_values(["kind", "peak_bytes_median", "label"])
    measured = at.dropna(subset=["peak_bytes_median"])
    assert list(table(browser)) == list(at["label"])
    assert [label for label in at["label"] if label not in marks(browser, "text")] == []
    assert len(marks(browser, "rect")) == len(measured)
    assert axis_title(browser) == "peak resident memory (MiB), linear scale from zero"
    assert ticks(browser)[0] == "0"
    assert status(browser).startswith(
        f"Peak resident memory at N = 1,000,000, linear scale from zero: {len(measured)} of {len(at)} variants have a figure."
    )


def test_another_n_shows_its_own_figures_in_chart_and_table(browser, page, sweep_folder):
    open_answer(browser, page)
    choose_n(browser, "10,000")
    summary = read_sweep(sweep_folder / "tables").summary
    row = summary[(summary["n"] == 10_000) & (summary["label"] == "Rust threads")].iloc[0]
    shown = f"{row['peak_bytes_median'] / MIB:.1f}"
    assert table(browser)["Rust threads"][2] == shown
    assert f"{shown} MiB" in marks(browser, "text")
    assert "n=10000" in address(browser)


def test_kinds_are_ranked_together_only_when_asked_for(browser, page, sweep_folder):
    open_answer(browser, page)
    assert "Least of each kind: " in status(browser)
    choose(browser, "order", "memory")
    summary = read_sweep(sweep_folder / "tables").summary
    at = summary[summary["n"] == 1_000_000].dropna(subset=["peak_bytes_median"]).sort_values("peak_bytes_median")
    assert list(table(browser))[: len(at)] == list(at["label"])
    assert "Across kinds, which are different things" in status(browser)
    assert "order=memory" in address(browser)


def test_a_log_scale_has_no_zero_and_no_bars_and_says_so(browser, page):
    open_answer(browser, page)
    choose(browser, "scale", "log")
    assert marks(browser, "rect") == []
    assert "0" not in ticks(browser)
    assert len(ticks(browser)) >= 3
    assert axis_title(browser) == "peak resident memory (MiB), log scale"
    assert "log scale" in status(browser)


def test_footprint_shows_what_the_cgroup_charged(browser, page, sweep_folder):
    open_answer(browser, page)
    choose(browser, "memory", "footprint")
    summary = read_sweep(sweep_folder / "tables").summary
    row = summary[(summary["n"] == 1_000_000) & (summary["label"] == "Go goroutines")].iloc[0]
    assert table(browser)["Go goroutines"][2] == f"{row['footprint_bytes_median'] / MIB:,.0f}"
    assert axis_title(browser).startswith("footprint (MiB)")
    assert "cgroup" in browser.find_element(By.ID, "ranking-marks").text


def test_bytes_per_task_says_of_each_row_whether_it_is_a_slope_or_naive(browser, page):
    open_answer(browser, page)
    choose(browser, "unit", "per-task")
    basis = {label: cells[5] for label, cells in table(browser).items()}
    assert all(re.match(r"slope over N = [\d,]+ to [\d,]+|naive, at this N; |no slope", text) for text in basis.values())
    assert "per task" in axis_title(browser)
    assert not browser.find_element(By.CSS_SELECTOR, "input[name=published]").is_enabled()


def test_kinds_and_languages_filter_chart_and_table(browser, page):
    open_answer(browser, page)
    choose(browser, "kinds", "timer")
    assert "Rust tokio join_all" not in table(browser)
    assert "Rust tokio join_all" not in marks(browser, "text")
    choose(browser, "languages", "Rust")
    assert [label for label in table(browser) if label.startswith("Rust")] == []
    assert browser.find_element(By.ID, "filters-status").text == "without timer, Rust"
    change(browser, lambda: browser.find_element(By.ID, "all-variants").click())
    assert len(table(browser)) == 20
    assert "&kinds=" not in address(browser)


def test_without_any_kind_it_says_that_nothing_is_chosen(browser, page):
    open_answer(browser, page)
    browser.execute_script("document.querySelectorAll('input[name=kinds]').forEach(box => box.click())")
    wait(browser, lambda: status(browser) == "No variant is of the chosen kinds and languages.")
    assert table(browser) == {}
    assert "kinds=none" in address(browser)


def test_published_figures_stand_beside_ours_when_asked_for(browser, page):
    open_answer(browser, page, address="#n=1000000&unit=mib")
    before = len(marks(browser, "symbol"))
    choose(browser, "published", "on")
    assert len(marks(browser, "symbol")) > before
    heads = browser.execute_script("return [...document.querySelectorAll('#ranking-table th')].map(h => h.textContent)")
    assert "2023 post (pkolaczk), MiB" in heads
    assert table(browser)["Rust tokio"][6] == "214"
    assert "2023 post" in browser.find_element(By.ID, "ranking-published").text


VIEW = "#n=10000&memory=footprint&unit=mib&scale=log&order=kinds&kinds=os-thread,timer&languages=Rust,C%23"


def test_the_address_brings_a_view_back(browser, page):
    open_answer(browser, page)
    choose_n(browser, "10,000")
    choose(browser, "memory", "footprint")
    choose(browser, "scale", "log")
    for name in ("green-thread", "scheduled-task"):
        choose(browser, "kinds", name)
    for name in ("Elixir", "Go", "Java", "JavaScript", "Python"):
        choose(browser, "languages", name)
    assert address(browser) == replaced_once(VIEW, "Rust,C%23", "C%23,Rust")
    shown, drawn = table(browser), marks(browser, "text")
    open_answer(browser, page, address=VIEW)
    assert (table(browser), marks(browser, "text")) == (shown, drawn)
    assert browser.execute_script("return document.querySelector('.filters').open")


@pytest.mark.parametrize(
    "wrong",
    [
        "#n=7&scale=cubic&memory=brain&unit=stone",
        "#n=1000000%00&kinds=<script>&languages=&published=2",
        "#n=&=&&&==&constructor=1&__proto__=2",
        "#failures",
        "#%E0%A4%A=1",
    ],
)
def test_an_address_with_wrong_values_shows_the_first_view(browser, page, wrong):
    open_answer(browser, page)
    first = table(browser)
    open_answer(browser, page, address=wrong)
    assert table(browser) == first
    assert browser.get_log("browser") == []


def test_what_is_right_in_an_address_counts_beside_what_is_wrong(browser, page):
    open_answer(browser, page, address="#n=100000&scale=cubic&kinds=timer,stone")
    assert "at N = 100,000, linear scale" in status(browser)
    assert len(table(browser)) == 5


def test_a_new_address_in_the_open_page_is_followed(browser, page):
    open_answer(browser, page)
    change(browser, lambda: browser.execute_script("location.hash = '#n=1&scale=log'"))
    assert "at N = 1, log scale" in status(browser)
    browser.execute_script("location.hash = '#failures'")
    assert "at N = 1, log scale" in status(browser)


def test_every_switch_works_by_keyboard_in_the_order_one_sees(browser, page):
    open_answer(browser, page)
    browser.execute_script("document.getElementById('switch-n').focus()")
    active = browser.switch_to.active_element
    change(browser, lambda: active.send_keys(Keys.ARROW_UP))
    assert "n=100000" in address(browser)
    visited = []
    for _ in range(30):
        browser.switch_to.active_element.send_keys(Keys.TAB)
        element = browser.switch_to.active_element
        visited.append(element.get_attribute("name") or element.get_attribute("id") or element.tag_name)
        if element.get_attribute("name") == "scale":
            change(browser, lambda: browser.switch_to.active_element.send_keys(Keys.ARROW_RIGHT))
        if element.get_attribute("name") == "published":
            change(browser, lambda: browser.switch_to.active_element.send_keys(Keys.SPACE))
        if element.get_attribute("id") == "all-variants":
            break
    kinds, languages = ["kinds"] * 4, ["languages"] * 7
    assert visited == ["memory", "unit", "scale", "order", "published", "summary", *kinds, *languages, "all-variants"]
    assert address(browser) == "#n=100000&memory=peak&unit=mib&scale=log&order=kinds&published=on"


def test_what_has_the_focus_is_seen_and_every_control_has_a_name(browser, page):
    open_answer(browser, page)
    unnamed = browser.execute_script(
        "return [...document.querySelectorAll('main input, main select, main button')]"
        ".filter(e => !(e.labels?.length || e.textContent.trim() || e.getAttribute('aria-label'))).map(e => e.outerHTML)"
    )
    assert unnamed == []
    assert browser.execute_script("return [...document.querySelectorAll('fieldset')].every(f => f.querySelector('legend').textContent)")
    browser.execute_script("document.getElementById('switch-n').focus()")
    browser.switch_to.active_element.send_keys(Keys.TAB)
    outline = browser.execute_script(
        "const s = getComputedStyle(document.activeElement); return [s.outlineStyle, parseFloat(s.outlineWidth)]"
    )
    assert outline[0] == "solid"
    assert outline[1] >= 2


def test_a_change_is_read_out_and_asks_nothing_of_the_network(browser, page):
    open_answer(browser, page)
    assert browser.find_element(By.ID, "ranking-status").get_attribute("role") == "status"
    requests(browser)
    choose(browser, "scale", "log")
    choose(browser, "published", "on")
    assert requests(browser) == []
    assert browser.get_log("browser") == []
    assert browser.execute_script("return performance.getEntriesByType('resource').length") == 0


def test_of_many_changes_at_once_the_last_one_stands(browser, page):
    open_answer(browser, page)
    values = json.dumps(["1", "10000", "100000", "1", "100000", "10000"])
    browser.execute_script(
        f"const n = document.getElementById('switch-n'); for (const value of {values})"
        " { n.value = value; n.dispatchEvent(new Event('change', { bubbles: true })); }"
    )
    wait(browser, lambda: "95.3 MiB" in marks(browser, "text") or "96.3 MiB" in marks(browser, "text"))
    assert "at N = 10,000," in status(browser)


OUTSIDE = """
const seen = (text) => text.textContent && text.getAttribute('opacity') !== '0';
const box = document.querySelector('#ranking svg').getBoundingClientRect();
const out = (text) => { const place = text.getBoundingClientRect(); return place.left < box.left - 1 || place.right > box.right + 1; };
return [...document.querySelectorAll('#ranking svg text')].filter((text) => seen(text) && out(text)).map((text) => text.textContent);
"""
OVERLAPPING = """
const seen = (text) => text.textContent && text.getAttribute('opacity') !== '0';
const texts = [...document.querySelectorAll('#ranking svg .role-mark text')].filter(seen);
const boxes = texts.map((text) => [text.textContent, text.getBoundingClientRect()]);
const apart = (p, q) => p.left >= q.right - 1 || q.left >= p.right - 1 || p.top >= q.bottom - 3 || q.top >= p.bottom - 3;
return boxes.flatMap(([a, p], i) => boxes.slice(i + 1).filter(([, q]) => !apart(p, q)).map(([b]) => `${a} / ${b}`));
"""


@pytest.mark.parametrize("width", [360, 800, 1400])
def test_no_word_of_the_answer_is_cut_off_or_lies_on_another(browser, page, width):
    for view in ("#n=1000000", "#n=1000000&scale=log&published=on", "#unit=per-task&n=10000", "#memory=footprint&n=1"):
        open_answer(browser, page, width, address=view)
        assert text_count(browser, browser.find_element(By.ID, "ranking")) > 20
        assert browser.execute_script(OUTSIDE) == []
        assert browser.execute_script(OVERLAPPING) == []
