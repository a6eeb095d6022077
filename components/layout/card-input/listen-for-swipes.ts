import { toastDone, toastFailure } from "#components/ui/overlay/toast.ts";
import { type SwipedCard, TrackReader } from "#lib/card-data/track.ts";
import { t } from "#lib/language/t.ts";
import { swipeTarget } from "./swipe-target.ts";
import { isTextField, setRawValue, type TextField } from "./text-field.ts";

/** A reader sends its keys a few ms apart; a busy machine delivers them later. Nobody types so fast for long. */
const firstGapMs = 100;
const nextGapMs = 300;
/** Within a track that is certain: the rest of a card number that comes late must not be typed into a field. */
const trackGapMs = 2000;

/** Fewer signs may be a person's: they are typed after all. */
const fewestSigns = 6;

/** The keys of one swipe. The reader may be set to this computer's layout or, as most are, to the US one. */
type Swipe = {
  readers: TrackReader[];
  /** What the keys have typed so far, until it is certain that a card is swiped. */
  typed: string;
  count: number;
  lastAt: number;
  timer: ReturnType<typeof setTimeout> | undefined;
};

/** The first sign of a track, which a person may have typed: it is taken back once a second follows. */
type Begun = { signs: readonly string[]; at: number; undo: () => void };

/**
 * Takes what a magnetic stripe reader types, wherever the focus is: no field gets it and no key acts. The charge form gets
 * number, expiry and name; elsewhere the swipe is dropped. Returns the function that stops it.
 */
export function listenForSwipes(): () => void {
  let begun: Begun | undefined;
  let swipe: Swipe | undefined;

  const onKeyDown = (event: KeyboardEvent) => {
    if (modifiers.has(event.key)) {
      if (swipe) swallow(event);
      return;
    }
    if (swipe) {
      if (event.timeStamp - swipe.lastAt <= longestGap(swipe)) {
        swallow(event);
        feed(swipe, event);
        return;
      }
      finish();
    }
    const signs = signsOf(event);
    if (begun && event.timeStamp - begun.at <= firstGapMs && isSecond(begun.signs, signs)) {
      swallow(event);
      begun.undo();
      swipe = {
        readers: [],
        typed: begun.signs[0] ?? "",
        count: 1,
        lastAt: event.timeStamp,
        timer: undefined,
      };
      swipe.readers = begun.signs.map((sign) => {
        const reader = new TrackReader();
        reader.feed(sign);
        return reader;
      });
      begun = undefined;
      feed(swipe, event);
      return;
    }
    begun =
      signs.some(isFirst) && isPlain(event) ? { signs, at: event.timeStamp, undo: () => {} } : undefined;
  };

  const feed = (current: Swipe, event: KeyboardEvent) => {
    current.lastAt = event.timeStamp;
    current.count += 1;
    for (const [place, sign] of signsOf(event).entries())
      if (sign.length === 1) current.readers[place]?.feed(sign);
    if (current.count < fewestSigns) current.typed += event.key.length === 1 ? event.key : "";
    else current.typed = "";
    // A person typed on.
    if (current.typed && current.readers.every(({ isBroken }) => isBroken)) return giveBack(current);
    wait(current);
  };

  const wait = (current: Swipe) => {
    clearTimeout(current.timer);
    current.timer = setTimeout(() => {
      if (isInputPending()) wait(current);
      else finish();
    }, longestGap(current));
  };

  const giveBack = (current: Swipe) => {
    clearTimeout(current.timer);
    swipe = undefined;
    type(current.typed);
  };

  const finish = () => {
    const current = swipe;
    if (!current) return;
    if (current.typed) return giveBack(current);
    clearTimeout(current.timer);
    swipe = undefined;
    const cards = current.readers.flatMap((reader) => (reader.isBetweenTracks ? (reader.card() ?? []) : []));
    deliver(cards[0]);
  };

  /** What the first sign replaces, for the case that a reader typed it. */
  const onBeforeInput = ({ target }: Event) => {
    if (!begun || !isTextField(target)) return;
    const { value, selectionStart, selectionEnd } = target;
    begun.undo = () => {
      setValue(target, value);
      if (selectionStart !== null) target.setSelectionRange(selectionStart, selectionEnd);
    };
  };

  window.addEventListener("keydown", onKeyDown, true);
  window.addEventListener("beforeinput", onBeforeInput, true);
  return () => {
    clearTimeout(swipe?.timer);
    window.removeEventListener("keydown", onKeyDown, true);
    window.removeEventListener("beforeinput", onBeforeInput, true);
  };
}

const longestGap = ({ count, readers }: Swipe) =>
  count >= fewestSigns && readers.some(({ isTrack }) => isTrack) ? trackGapMs : nextGapMs;

function deliver(card: SwipedCard | undefined): void {
  const take = swipeTarget();
  if (!card) toastFailure(t("The card could not be read. Swipe it again."));
  else if (document.querySelector("dialog[open]"))
    toastFailure(t("Card swiped: close this window and swipe again."));
  else if (!take) toastFailure(t("Card swiped: open Charge and swipe again."));
  else {
    take(card);
    toastDone(t("Card read"), t("Ending {number}", { number: card.number.slice(-4) }));
  }
}

const modifiers = new Set(["Shift", "CapsLock", "Control", "Alt", "AltGraph", "Meta", "NumLock"]);

function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

const isPlain = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => !ctrlKey && !metaKey && !altKey;

const isFirst = (sign: string) => sign === "%" || sign === ";";

/** "%B" and ";4": in the same reading of the keys. */
const isSecond = (first: readonly string[], second: readonly string[]) =>
  first.some((sign, place) => {
    const next = second[place] ?? "";
    return sign === "%" ? /^[bB]$/.test(next) : sign === ";" && /^\d$/.test(next);
  });

/** What a key means on this computer's layout and on a US keyboard, which a reader imitates on any layout. */
const signsOf = ({ key, code, shiftKey }: KeyboardEvent): readonly string[] => [key, usSign(code, shiftKey)];

function usSign(code: string, shift: boolean): string {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  if (letter) return shift ? letter : letter.toLowerCase();
  const [, digit] = /^(?:Digit|Numpad)(\d)$/.exec(code) ?? [];
  if (digit) return shift && code.startsWith("D") ? (")!@#$%^&*("[Number(digit)] ?? "") : digit;
  return usSigns[code]?.[shift ? 1 : 0] ?? "";
}

const usSigns: Record<string, string> = {
  Space: "  ",
  Semicolon: ";:",
  Equal: "=+",
  Minus: "-_",
  Slash: "/?",
  Period: ".>",
  Comma: ",<",
  Quote: "'\"",
  BracketLeft: "[{",
  BracketRight: "]}",
  Backslash: "\\|",
  Backquote: "`~",
};

/** Sets the value so that React hears of it. */
function setValue(field: TextField, value: string): void {
  setRawValue(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Types a text where the focus is. */
function type(text: string): void {
  const field = document.activeElement;
  if (!isTextField(field) || field.readOnly || field.disabled) return;
  const [start, end] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length];
  const { selectionStart } = field;
  setValue(field, field.value.slice(0, start) + text + field.value.slice(end));
  // An email field has no caret to set.
  if (selectionStart !== null) field.setSelectionRange(start + text.length, start + text.length);
}

/** Whether keys wait to be heard, where the browser reports it. */
function isInputPending(): boolean {
  const { scheduling } = navigator as Navigator & { scheduling?: { isInputPending?(): boolean } };
  return scheduling?.isInputPending?.() ?? false;
}
