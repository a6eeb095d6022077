const longestMs = 3000;
let typed: { text: string; since: number } | undefined;

/** Collects an amount that is typed while the next page is still on its way, for the field that asks for it there. */
export function collectTyping() {
  typed = { text: "", since: performance.now() };
  window.addEventListener("keydown", collect, true);
}

/** What was typed since the page was asked for, if that was just now. */
export function takeTyping(): string {
  const { text = "", since = 0 } = typed ?? {};
  stop();
  return performance.now() - since < longestMs ? text : "";
}

function collect({ key, target, ctrlKey, altKey, metaKey }: KeyboardEvent) {
  const isAmount = /^[\d.,$]$/.test(key) && !ctrlKey && !altKey && !metaKey;
  if (typed && isAmount && !(target as Element).matches("input, textarea"))
    typed.text += key; // a key comes from an element
  else stop();
}

function stop() {
  typed = undefined;
  window.removeEventListener("keydown", collect, true);
}
