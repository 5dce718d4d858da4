// Returns what is wrong with the page for people with a keyboard, a screen reader, a
// phone or weak eyes. Contrast as WCAG 2.1 defines it: 4.5 for text, 3 for signs.
const faults = [];
const numbers = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
const luminance = ([r, g, b]) => {
  const part = (v) => (v /= 255, v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
};
const contrast = (a, b) => {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
};
const ground = (element) => {
  for (let at = element; at; at = at.parentElement) {
    const colour = numbers(getComputedStyle(at).backgroundColor);
    if (colour.length === 3 || colour[3] > 0) return colour;
  }
  return [255, 255, 255];
};
const page = luminance(ground(document.body));
if ((arguments[0] === "dark") !== (page < 0.5)) faults.push("the page does not follow " + arguments[0]);
for (const element of document.querySelectorAll("body *:not(script):not(noscript):not(style)")) {
  const own = Array.from(element.childNodes).some((n) => n.nodeType === 3 && n.textContent.trim());
  if (own && element.getClientRects().length > 0 && !(element instanceof SVGElement)) {
    const ratio = contrast(numbers(getComputedStyle(element).color), ground(element));
    if (ratio < 4.5) faults.push(`contrast ${ratio.toFixed(2)}: ${element.textContent}`);
  }
}
for (const circle of document.querySelectorAll(".graph circle.lit")) {
  const text = getComputedStyle(circle.nextElementSibling).fill;
  const ratio = contrast(numbers(text), numbers(getComputedStyle(circle).fill));
  if (ratio < 4.5) faults.push(`contrast ${ratio.toFixed(2)} in the lit vertex`);
}
for (const button of document.querySelectorAll("button")) {
  const label = button.getAttribute("aria-label") ?? button.textContent;
  if (!label.trim()) faults.push("a button without a name");
  const box = button.getBoundingClientRect();
  if (box.width > 0 && Math.min(box.width, box.height) < 24) faults.push("too small to touch: " + label);
}
const ids = Array.from(document.querySelectorAll("[id]"), (element) => element.id);
if (new Set(ids).size < ids.length) faults.push("an id is there twice");
if (!document.documentElement.lang) faults.push("the language is not said");
if (document.querySelectorAll("h1").length !== 1) faults.push("there must be one h1");
if (!document.querySelector("main")) faults.push("no main part");
if (!document.querySelector("[aria-live=polite]")) faults.push("replies are not read out");
if (document.querySelectorAll(".square[tabindex='0']").length !== 1) faults.push("the board is not one stop of the tab key");
const square = document.querySelector(".square[tabindex='0']");
square.focus({ focusVisible: true });
if (getComputedStyle(square).outlineStyle === "none") faults.push("the focus cannot be seen");
square.blur();
for (const element of document.querySelectorAll("[aria-labelledby]")) {
  if (!document.getElementById(element.getAttribute("aria-labelledby"))) faults.push("a label that is not there");
}
const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
if (over > 0) faults.push(`the page is ${over} pixels too wide`);
if (performance.getEntriesByType("resource").length > 0) faults.push("something was loaded");
return faults;
