/**
 * Runs in the page. Finds its largest parts without a landmark, dialog or heading inside: the elements of those that are among `sound`
 * (separated by spaces), and the others, as what the rules of structure judge in them: HTML, what of it is visible, the texts of
 * elements that it names, and the width of the window.
 */
export function findParts(sound: string): { known: Element[]; added: string[] } {
  // What is judged among others of its kind, or by the rest of the page, is no part, nor what holds it.
  const whole =
    "header, nav, main, aside, footer, section, form, dialog, [role=banner], [role=navigation], [role=main], " +
    "[role=complementary], [role=contentinfo], [role=region], [role=search], [role=form], [role=dialog], " +
    "[role=alertdialog], h1, h2, h3, h4, h5, h6, [role=heading], a[href^='#'], iframe";
  const idAttributes = ["aria-labelledby", "aria-describedby", "aria-controls", "aria-owns"];
  const before = new Set(sound.split(" "));
  const [known, added]: [Element[], string[]] = [[], []];
  const add = (element: Element) => {
    if (element.matches(whole) || element.querySelector(whole) !== null) {
      for (const child of element.children) add(child);
      return;
    }
    const part = fingerprint(element);
    if (before.has(part)) known.push(element);
    else added.push(part);
  };
  add(document.body);
  return { known, added };

  function fingerprint(part: Element): string {
    const elements = [part, ...part.querySelectorAll("*")];
    const visible = elements.map((element) =>
      element.checkVisibility({ visibilityProperty: true }) ? 1 : 0,
    );
    const named = elements.flatMap((element) => [
      ...idAttributes.flatMap((name) => element.getAttribute(name)?.split(/\s+/) ?? []).map(textOf),
      ...[...((element as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent), // fields only
    ]);
    return hash(JSON.stringify([innerWidth, visible.join(""), named, part.outerHTML]));
  }

  function textOf(id: string): string | undefined {
    return document.getElementById(id)?.textContent;
  }

  /** FNV-1a, twice from different starts. */
  function hash(text: string): string {
    let [a, b] = [0x811c9dc5, 0x01000193];
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      a = Math.imul(a ^ code, 0x01000193);
      b = Math.imul(b ^ code, 0x85ebca6b);
    }
    return `${a >>> 0}.${b >>> 0}`;
  }
}
