// The switches at work: what the address says first, then every change into the drawing and into the address.
applyAddress(location.hash);
form.querySelector(".filters").open = window.innerWidth > 800 || addressOf().includes("kinds=") || addressOf().includes("languages=");
redrawRanking();

form.addEventListener("change", () => {
  history.replaceState(null, "", `#${addressOf()}`);
  redrawRanking();
});
form.addEventListener("submit", (event) => event.preventDefault());
document.getElementById("all-variants").addEventListener("click", () => {
  for (const name of ["kinds", "languages"]) choices(name).forEach((choice) => turn(choice, true));
  form.dispatchEvent(new Event("change"));
});
window.addEventListener("hashchange", () => {
  if (applyAddress(location.hash)) redrawRanking();
});

let resizing = 0;
new ResizeObserver(() => {
  clearTimeout(resizing);
  if (ranking.clientWidth && ranking.clientWidth !== Number(ranking.dataset.drawnFor)) resizing = setTimeout(redrawRanking, 150);
}).observe(ranking);
