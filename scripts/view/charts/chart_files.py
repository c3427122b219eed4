"""A chart's files: .svg and .png for papers, .html that opens without any network, .vl.json for who wants to change it."""

import json
from pathlib import Path
from typing import Any

import vl_convert
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from common.atomic_write import write_atomically
from view.charts.png import packed

HERE = Path(__file__).resolve().parent
PNG_SCALE = 2
RUNTIME = "vega.js"
# Of the widths that the picture was laid out with (Liberation Sans has those of Arial): in another font words could touch.
FONTS = "Arial, Liberation Sans, Helvetica, sans-serif"


def write_chart(specification: dict[str, Any], stem: Path) -> None:
    """Write stem.svg, stem.png and stem.html."""
    stem.parent.mkdir(parents=True, exist_ok=True)
    write_pictures(specification, stem)
    write_page(specification, stem, runtime())


def write_pictures(specification: dict[str, Any], stem: Path) -> None:
    """Write stem.svg and stem.png."""
    svg = vl_convert.vegalite_to_svg(specification)
    write_atomically(stem.with_name(f"{stem.name}.svg"), svg.replace('font-family="sans-serif"', f'font-family="{FONTS}"'))
    write_atomically(stem.with_name(f"{stem.name}.png"), packed(vl_convert.svg_to_png(svg, scale=PNG_SCALE)))


def write_page(specification: dict[str, Any], stem: Path, script: str) -> None:
    """Write stem.html, with the runtime `script` inside."""
    write_atomically(stem.with_name(f"{stem.name}.html"), page(specification, script))


def write_specification(specification: dict[str, Any], stem: Path) -> None:
    """Write stem.vl.json."""
    write_atomically(stem.with_name(f"{stem.name}.vl.json"), compact_json(specification))


def page(specification: dict[str, Any], script: str) -> str:
    """A page of its own for one chart, with everything it needs inside."""
    environment = Environment(loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined)
    title = specification["title"]
    return environment.get_template("page.html.j2").render(
        title=title["text"],
        subtitle=title["subtitle"],
        specification=embeddable(specification),
        runtime=Markup(script),  # noqa: S704 - our own dependency's code
        **assets(),
    )


def compact_json(specification: dict[str, Any]) -> str:
    """A specification as JSON without needless spaces. ValueError where a number is infinite or not a number."""
    return json.dumps(specification, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def embeddable(specification: dict[str, Any]) -> Markup:
    """JSON that can stand inside a script element."""
    return Markup(compact_json(specification).replace("<", "\\u003c"))  # noqa: S704 - escaped above


def runtime() -> Markup:
    """Vega, Vega-Lite and vega-embed, as one script that needs no network and can stand inside a script element. Takes two seconds."""
    return Markup(vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;").replace("</script", "<\\/script"))  # noqa: S704 - our own dependency's code


def assets() -> dict[str, Markup]:
    """Style and script that every page with charts shares."""
    texts = {name.replace(".", "_"): (HERE / name).read_text(encoding="utf-8") for name in ("chart.css", "embed.js")}
    return {name: Markup(text) for name, text in texts.items()}  # noqa: S704 - files of this package
