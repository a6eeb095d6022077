import type { Page } from "@playwright/test";

/** What does not fit the window: content that makes the page scroll sideways, and text that a box cuts off. Tables may scroll. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(findCutOff);
}

/** Runs in the page. */
function findCutOff(): string[] {
  const width = document.documentElement.clientWidth;
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40)}"`;
  const mayScroll = (element: Element) => {
    for (let box: Element | null = element; box; box = box.parentElement)
      if (/auto|scroll/.test(getComputedStyle(box).overflowX) && box.querySelector("table") !== null)
        return true;
    return false;
  };
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    const { position, clipPath } = getComputedStyle(element);
    return (
      element.checkVisibility({ visibilityProperty: true }) &&
      width > 1 &&
      height > 1 &&
      !(position === "absolute" && clipPath !== "none")
    );
  };
  const root = document.querySelector("dialog[open]") ?? document.body;
  const found: string[] = [];
  if (document.documentElement.scrollWidth > width)
    found.push(`the page scrolls sideways (${document.documentElement.scrollWidth} px)`);
  for (const element of root.querySelectorAll("*")) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    const isControl = element.matches("button, input, select, textarea, a[href]");
    if (!(hasText || isControl) || !isShown(element) || mayScroll(element)) continue;
    const { left, right } = element.getBoundingClientRect();
    if (right < 0 || left > width + 1000) continue;
    if (left < -1 || right > width + 1) found.push(`${nameOf(element)} ends at ${Math.round(right)} px`);
    const { overflowX, textOverflow } = getComputedStyle(element);
    const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
    if (isCut && /hidden|clip/.test(overflowX) && textOverflow !== "ellipsis" && !isControl)
      found.push(`${nameOf(element)} is cut off`);
  }
  return found;
}
