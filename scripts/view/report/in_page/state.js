// What the switches of the answer say, and the same in the page's address, so that a view can be sent to somebody:
// #n=1000000&memory=peak&unit=mib&scale=linear&order=kinds, and kinds, languages and published where they are not as at first.
const form = document.getElementById("switches");
const SINGLE = ["n", "memory", "unit", "scale", "order"];
const SEVERAL = ["kinds", "languages", "published"];

function choices(name) {
  const select = form.querySelector(`select[name="${name}"]`);
  return select ? [...select.options] : [...form.querySelectorAll(`input[name="${name}"]`)];
}

const isOn = (choice) => (choice instanceof HTMLOptionElement ? choice.selected : choice.checked);
const isOnAtFirst = (choice) => (choice instanceof HTMLOptionElement ? choice.defaultSelected : choice.defaultChecked);

function turn(choice, on) {
  if (choice instanceof HTMLOptionElement) choice.selected = on;
  else choice.checked = on;
}

function readView() {
  const on = (name) => choices(name).filter(isOn).map((choice) => choice.value);
  const view = Object.fromEntries([...SINGLE.map((name) => [name, on(name)[0]]), ...SEVERAL.map((name) => [name, on(name)])]);
  return { ...view, n: Number(view.n), published: view.published.length > 0 };
}

function addressOf() {
  const parts = SINGLE.map((name) => [name, choices(name).find(isOn).value]);
  for (const name of SEVERAL) {
    const all = choices(name);
    if (all.some((choice) => isOn(choice) !== isOnAtFirst(choice))) parts.push([name, all.filter(isOn).map((choice) => choice.value).join(",") || "none"]);
  }
  return parts.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%2C", ",")}`).join("&");
}

// A name or value that this page does not have is passed over: the rest of the address still counts.
function applyAddress(address) {
  if (!address.includes("=")) return false;
  form.reset();
  for (const [name, value] of new URLSearchParams(address.replace(/^#/, ""))) {
    const [wanted, all] = [value.split(","), SINGLE.includes(name) || SEVERAL.includes(name) ? choices(name) : []];
    const valid = all.filter((choice) => wanted.includes(choice.value));
    if (SINGLE.includes(name) && valid.length === 1) turn(valid[0], true);
    if (SEVERAL.includes(name) && (valid.length || value === "none")) all.forEach((choice) => turn(choice, valid.includes(choice)));
  }
  return true;
}
