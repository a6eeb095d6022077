/**
 * Runs in the page. Finds each element with text whose look is not among the known ones: its color and size, and every
 * layer behind it, which together decide whether it can be read.
 */
export function findNewAppearances(known: readonly string[]): Map<Element, string> {
  // Colors on their way to another theme or width.
  for (const animation of document.getAnimations())
    if (animation instanceof CSSTransition) animation.finish();
  const found = new Map<Element, string>();
  const seen = new Set(known);
  const layersOf = new Map<Element, string>();
  for (const element of document.body.querySelectorAll("*")) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    if (!(hasText || element.matches("input, select, textarea"))) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const appearance = `${color} ${fontSize} ${fontWeight} ${textShadow} on${layers(element)}`;
    if (!seen.has(appearance)) found.set(element, appearance);
  }
  return found;

  function layers(element: Element | null): string {
    if (element === null) return "";
    const kept = layersOf.get(element);
    if (kept !== undefined) return kept;
    const { backgroundColor, backgroundImage, opacity, position, transform } = getComputedStyle(element);
    // What lies behind an element that is laid over others depends on where it is used.
    const isOver = /absolute|fixed|sticky/.test(position) || transform !== "none";
    const own = [
      isOver && `${element.tagName}.${element.getAttribute("class")}`,
      opacity !== "1" && opacity,
      backgroundColor !== "rgba(0, 0, 0, 0)" && backgroundColor,
      backgroundImage !== "none" && backgroundImage,
    ];
    const all = `${layers(element.parentElement)} ${own.filter(Boolean).join(" ")}`.trimEnd();
    layersOf.set(element, all);
    return all;
  }
}
