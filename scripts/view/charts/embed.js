// Draws one specification into an element, laid out for the width that the element has: as many panels side by side as fit.
function isNarrow(specification, width) {
  return width < (specification.usermeta?.narrow_below || 0);
}

// The panel to show: the one that was chosen; else all of them, or on a narrow screen the first to show (mostly the largest N).
function shownPanel(specification, width, chosen) {
  const panels = specification.usermeta?.panels || [];
  return chosen || (panels.length && isNarrow(specification, width) ? specification.usermeta.first_panel || panels[panels.length - 1] : "all");
}

// The title is left to the page, which can wrap it.
function fitted(specification, width, chosen) {
  const layout = specification.usermeta || {};
  const { title, ...untitled } = structuredClone(specification);
  const panel = shownPanel(specification, width, chosen);
  if (panel !== "all") {
    untitled.concat = [untitled.concat[layout.panels.indexOf(panel)]];
    if (!isNarrow(specification, width)) untitled.concat[0].width = 620;
  }
  return isNarrow(specification, width) ? narrowed(untitled, layout, width) : untitled;
}

function narrowed(specification, layout, width) {
  const panels = specification.concat?.length || 1;
  specification.columns = Math.max(1, Math.min(panels, Math.floor(width / layout.narrow_column)));
  const panelWidth = Math.max(90, Math.min(640, Math.floor(width / specification.columns) - layout.narrow_margin));
  specification.padding = 4;
  specification.params.find((parameter) => parameter.name === "narrow").value = true;
  for (const panel of specification.concat || []) {
    panel.width = panelWidth;
    if (layout.narrow_row_height) panel.height = { step: layout.narrow_row_height };
  }
  specification.config.legend = { ...specification.config.legend, columns: width < 560 ? 1 : 2 };
  specification.config.axis = { ...specification.config.axis, labelOverlap: "greedy" };
  return specification;
}

const embedding = { renderer: "svg", actions: { export: true, source: false, compiled: false, editor: false } };

async function draw(element, specification) {
  const width = element.clientWidth;
  element.dataset.drawnFor = width;
  await vegaEmbed(element, fitted(specification, width, element.dataset.panel), embedding);
}

async function drawAndFollow(element, specification) {
  await draw(element, specification);
  let pending = 0;
  new ResizeObserver(() => {
    clearTimeout(pending);
    if (element.clientWidth && element.clientWidth !== Number(element.dataset.drawnFor)) pending = setTimeout(() => draw(element, specification), 150);
  }).observe(element);
}
