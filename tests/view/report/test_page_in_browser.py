"""The page in a real Chromium, offline: no request, no message on the console, everything drawn, tables that sort and filter."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select
from tests.view.report.chromium import open_page, requests, text_count, wait

from view.charts.catalogue import NAMES, specification
from view.charts.chart_files import write_chart
from view.charts.sweep_tables import read_sweep
from view.report.page import PAPER_ONLY

ROOT = Path(__file__).resolve().parents[3]
REFERENCE = ROOT / "config/reference/published_results.csv"


def shown_rows(browser):
    return browser.execute_script(
        "return [...document.querySelectorAll('#results tbody tr')].filter(r => !r.hidden).map(r => r.cells[0].textContent)"
    )


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "light"), (1280, "dark")])
def test_the_page_opens_offline_without_a_request_or_a_message_and_draws_every_chart(browser, page, width, scheme):
    open_page(browser, page, width, scheme)
    assert requests(browser) == [page.as_uri()]
    assert browser.get_log("browser") == []
    charts = browser.find_elements(By.CSS_SELECTOR, ".chart")
    assert {chart.get_attribute("id") for chart in charts} == {"ranking", *NAMES} - set(PAPER_ONLY)
    assert all(text_count(browser, chart) > 30 for chart in charts)


@pytest.mark.parametrize("width", [360, 390, 768, 1280])
def test_the_page_never_scrolls_sideways(browser, page, width):
    open_page(browser, page, width)
    assert browser.execute_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    overflow = "return [...document.querySelectorAll('.chart')].filter(c => c.scrollWidth > c.clientWidth + 1).map(c => c.id)"
    assert browser.execute_script(overflow) == []


def test_text_is_legible_on_a_phone(browser, page):
    open_page(browser, page, 390)
    sizes = browser.execute_script(
        "return [...document.querySelectorAll('.chart svg text')].filter(t => t.textContent && t.getAttribute('opacity') !== '0')"
        ".map(t => parseFloat(t.getAttribute('font-size'))"
        " * t.ownerSVGElement.getBoundingClientRect().width / t.ownerSVGElement.viewBox.baseVal.width)"
    )
    assert len(sizes) > 200
    assert min(sizes) >= 10


def test_dark_mode_turns_ink_light_and_paper_dark_in_charts_too(browser, page):
    open_page(browser, page, 1280, "dark")
    colours = browser.execute_script(
        "const name = [...document.querySelectorAll('#ranking svg text')].find(t => t.textContent === 'Go goroutines');"
        "return [getComputedStyle(name).fill, getComputedStyle(document.body).backgroundColor,"
        " getComputedStyle(document.querySelector('#ranking svg')).backgroundColor]"
    )
    assert colours == ["rgb(232, 236, 240)", "rgb(20, 24, 29)", "rgba(0, 0, 0, 0)"]


def test_choosing_an_n_shows_its_ranking_alone(browser, page):
    open_page(browser, page)
    chart = browser.find_element(By.ID, "wall_and_cpu_time")
    before = text_count(browser, chart)
    Select(browser.find_element(By.CSS_SELECTOR, "select[data-for=wall_and_cpu_time]")).select_by_visible_text("10,000")
    wait(browser, lambda: 0 < text_count(browser, chart) < before / 2)
    titles = browser.execute_script("return [...arguments[0].querySelectorAll('.role-title-text text')].map(t => t.textContent)", chart)
    assert "10,000 tasks" in titles
    assert "1,000,000 tasks" not in titles


def test_a_phone_shows_the_largest_n_first(browser, page):
    open_page(browser, page, 390)
    assert Select(browser.find_element(By.CSS_SELECTOR, "select[data-for=wall_and_cpu_time]")).first_selected_option.text == "1,000,000"


def test_the_table_filters_by_n_and_by_words(browser, page):
    open_page(browser, page)
    assert len(shown_rows(browser)) == 20
    Select(browser.find_element(By.ID, "filter-tasks")).select_by_visible_text("all")
    assert len(shown_rows(browser)) == 80
    browser.find_element(By.ID, "filter-words").send_keys("rust timer")
    assert set(shown_rows(browser)) == {"Rust tokio join_all", "Rust async-std join_all"}
    assert browser.find_element(By.ID, "filter-count").text == "8 of 80 rows"


def test_the_table_sorts_by_keyboard_with_what_was_not_measured_last(browser, page):
    open_page(browser, page)
    heads = browser.find_elements(By.CSS_SELECTOR, "#results th button")
    peak = next(head for head in heads if head.text.startswith("peak"))
    browser.execute_script("arguments[0].focus()", peak)
    peak.send_keys(Keys.ENTER)
    least = shown_rows(browser)
    peak.send_keys(Keys.ENTER)
    most = shown_rows(browser)
    measured = 15
    assert most[:measured] == least[:measured][::-1]
    assert most[0] == "Elixir tasks"
    assert set(most[measured:]) == set(least[measured:])


def test_the_first_tab_leads_to_the_answer(browser, page):
    open_page(browser, page)
    browser.find_element(By.TAG_NAME, "body").send_keys(Keys.TAB)
    assert browser.switch_to.active_element.text == "To the answer"


def test_one_vega_is_in_the_page_and_it_stays_under_three_megabytes(page):
    text = page.read_text()
    assert text.count("window.vegaEmbed=") == 1
    assert page.stat().st_size < 3_000_000


def test_the_page_tells_every_variant_every_failure_and_no_path_of_this_machine(page, sweep_folder):
    text = page.read_text()
    summary = read_sweep(sweep_folder / "tables").summary
    escaped = {label.replace("&", "&amp;").replace("'", "&#39;") for label in summary["label"]}
    assert [label for label in escaped if label not in text] == []
    assert "no native-image found. Set GRAALVM_HOME" in text
    assert f"{Path.home()}/" not in text
    assert not re.search(r"<(script|img|iframe)[^>]+src\s*=\s*[\"']?https?:", text)


@pytest.mark.parametrize("name", NAMES)
def test_each_chart_opens_offline_on_its_own_page(browser, sweep_folder, tmp_path, name):
    write_chart(specification(name, read_sweep(sweep_folder / "tables"), sweep_folder / "runs", REFERENCE), tmp_path / name)
    path = tmp_path / f"{name}.html"
    for width in (390, 1280):
        open_page(browser, path, width)
        assert requests(browser) == [path.as_uri()]
        assert browser.get_log("browser") == []
        assert text_count(browser, browser.find_element(By.ID, "chart")) > 30
        assert browser.execute_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


def test_missing_tables_are_one_line_and_exit_code_2(tmp_path):
    command = [sys.executable, ROOT / "scripts/write_report.py", "--machine-folder", tmp_path, "--output", tmp_path / "report.html"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stderr == f"{tmp_path}/tables/runs.parquet: no such table. Make it: make run\n"
    assert not (tmp_path / "report.html").exists()
