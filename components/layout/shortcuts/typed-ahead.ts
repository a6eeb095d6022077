import { paths } from "#lib/paths.ts";

/** Keys typed for the charge form while its page is loading. */
type Ahead = {
  text: string;
  /** The digit of Alt+1…4. */
  tenderKey: string | undefined;
  since: number;
};

/** Longer than any page load; later keys are meant for something else. */
const longestMs = 15_000;
const shortestTrack = 20;
let ahead: Ahead | undefined;

/**
 * Collects keys from now on until the charge form takes them. No digit of an amount may be lost, or a wrong amount would
 * be charged.
 */
export function collectTyping(): void {
  // The form is already here and takes the keys itself.
  if (amountField()) return;
  ahead = { text: "", tenderKey: undefined, since: performance.now() };
  window.addEventListener("keydown", collect, true);
}

/** Collects from each click on a link to the charge form, and from Enter on it, which clicks too. */
export function collectAfterLinks(): () => void {
  const onClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest(`a[href="${paths.charge()}"]`)) collectTyping();
  };
  window.addEventListener("click", onClick, true);
  return () => window.removeEventListener("click", onClick, true);
}

/** Stops collecting and returns the keys typed since the page was requested. */
export function takeTyping(): { text: string; tenderKey: string | undefined } {
  const { text = "", tenderKey, since = 0 } = ahead ?? {};
  const isFresh = performance.now() - since < longestMs;
  stop();
  // A swiped card is no amount.
  return isFresh && text.length < shortestTrack ? { text, tenderKey } : { text: "", tenderKey: undefined };
}

function collect(event: KeyboardEvent): void {
  const { key, code, target, ctrlKey, altKey, metaKey } = event;
  if (!ahead || performance.now() - ahead.since > longestMs) {
    stop();
    return;
  }
  // A key comes from an element. The form may be drawn and not listening yet: its amount still collects here.
  const isElsewhere = (target as Element).matches("input, textarea, select") && target !== amountField();
  if (isElsewhere) {
    stop();
    return;
  }
  if (ctrlKey || metaKey) return;
  const tender = altKey ? /^(?:Digit|Numpad)([1-4])$/.exec(code)?.[1] : undefined;
  if (tender) ahead.tenderKey = tender;
  else if (altKey) return;
  else if (key === "Backspace") ahead.text = ahead.text.slice(0, -1);
  // Other signs count once an amount was begun: the field then refuses the whole rather than taking a part of it.
  else if (/^[\d.,$]$/.test(key) || (key.length === 1 && ahead.text !== "")) ahead.text += key;
  else return;
  event.preventDefault();
  event.stopPropagation();
}

const amountField = () => document.querySelector("[data-amount] input");

function stop(): void {
  ahead = undefined;
  window.removeEventListener("keydown", collect, true);
}
