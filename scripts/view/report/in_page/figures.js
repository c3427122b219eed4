// The embedded figures (scripts/view/report/page_figures.py) as rows, and numbers as a reader sees them (scripts/common/units.py).
const MIB = 2 ** 20;
const figures = JSON.parse(document.getElementById("figures").textContent);

function rowsOf(table) {
  return (table?.rows || []).map((row) => {
    const named = Object.fromEntries(table.columns.map((name, place) => [name, row[place]]));
    return { ...named, ...figures.variants[named.variant] };
  });
}

const cells = rowsOf(figures.cells);
const fits = rowsOf(figures.fits);
const published = rowsOf(figures.published).map((row) => ({ ...row, source: figures.sources[row.source] || row.source }));
const known = (value) => value !== null && value !== undefined && value !== "";

function grouped(value, digits = 0) {
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace(/^-/, "\u2212");
}

// Three digits where there are fewer before the point: 1.71, 28.2, 2,626.
function mib(bytes) {
  const value = bytes / MIB;
  const size = Math.abs(value);
  return grouped(value, size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2);
}

function seconds(value) {
  return grouped(value, value >= 99.95 ? 0 : value >= 9.95 ? 1 : value >= 0.0995 ? 2 : 3);
}

function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}
