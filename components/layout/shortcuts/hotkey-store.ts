export type Hotkey = {
  /** One key ("n", "?", "escape"), a chord ("ctrl+enter", "alt+1", "shift+l") or two keys after each other ("g c"). */
  keys: string;
  /** What it does, for the list of all keys: "Go to batches". */
  does: string;
  act: () => void;
};

export type HotkeySet = {
  hotkeys: readonly Hotkey[];
  /** The heading in the list of all keys. */
  group: string;
  /** A `dialog` set overrides the page; a `page` set is off while a dialog or a menu is open. `all` acts over both. */
  scope: "page" | "dialog" | "all";
  /** How the palette lists a `page` set: as pages, or not at all. Without it, as actions of the page. */
  inPalette?: "pages" | "never" | undefined;
};

const sequencePauseMs = 1200;

let sets: readonly HotkeySet[] = [];
let firstOfTwo: { key: string; at: number } | undefined;
const watchers = new Set<() => void>();

/** Registers a set of keys and returns the function that removes it. The latest set has priority. */
export function addHotkeys(set: HotkeySet): () => void {
  if (sets.length === 0) {
    window.addEventListener("keydown", onKeyDown);
    endNoting();
  }
  change([...sets, set]);
  const acting = setTimeout(actOnEarlyKeys);
  return () => {
    clearTimeout(acting);
    change(sets.filter((other) => other !== set));
    if (sets.length === 0) window.removeEventListener("keydown", onKeyDown);
  };
}

/** The registered sets, for the list of all keys. */
export const currentHotkeys = () => sets;

/** Does what these keys do now: the component that was listed before may have made way for another. */
export function runHotkey({ keys, does }: Pick<Hotkey, "keys" | "does">): void {
  sets
    .toReversed()
    .flatMap(({ hotkeys }) => hotkeys)
    .find((hotkey) => hotkey.keys === keys && hotkey.does === does)
    ?.act();
}

export function watchHotkeys(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function change(next: readonly HotkeySet[]) {
  sets = next;
  for (const watcher of watchers) watcher();
}

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || event.repeat) return;
  const typing = isField(event.target);
  const chord = toChord(event);
  if (typing && !/^(ctrl|alt)\+/.test(chord)) {
    if (chord === "escape" && !overlay()) (event.target as HTMLElement).blur(); // isField has checked it
    return;
  }
  const first = firstOfTwo && event.timeStamp - firstOfTwo.at < sequencePauseMs ? firstOfTwo.key : undefined;
  firstOfTwo = undefined;
  const hotkey = (first && find(`${first} ${chord}`)) || (first ? undefined : find(chord));
  if (hotkey) {
    event.preventDefault();
    hotkey.act();
  } else if (!first && startsSequence(chord)) {
    firstOfTwo = { key: chord, at: event.timeStamp };
  } else if (!first && !overlay() && /^[a-z?/]$/.test(chord)) {
    const isLong = partsComing > 0 || event.timeStamp < startMs;
    // What shows a key may be about to make way for what takes it, as a result for the one after it.
    if (!isLong) short.add(event);
    (window as EarlyWindow).earlyShortcuts?.push(event);
  }
}

/** Keys that wait for a moment only. */
const short = new WeakSet<KeyboardEvent>();

let partsComing = 0;
/** For so long after a load, the parts of a page may not have said yet that they are coming. */
const startMs = 5000;
const arrivalMs = 1500;

/**
 * Notes keys that nothing on the page takes until a part of it has arrived, and a moment longer: if that lists them, it acts
 * on them then.
 */
export function noteKeysUntil(arrived: Promise<void>): void {
  partsComing += 1;
  const stop = () => {
    partsComing -= 1;
    (window as EarlyWindow).earlyShortcuts = [];
  };
  void arrived.then(() => setTimeout(stop, arrivalMs));
}

type EarlyWindow = Window & { earlyShortcuts?: KeyboardEvent[] };
const longestEarlyMs = 10_000;

/** From now on keys act themselves: early-keys.ts notes none once another list is in the place of its own. */
function endNoting() {
  const page = window as EarlyWindow;
  page.earlyShortcuts = [...(page.earlyShortcuts ?? [])];
}

/** Acts on what was pressed before the page was ready (early-keys.ts), in order, as the parts of the page become ready. */
function actOnEarlyKeys() {
  const page = window as EarlyWindow;
  const isTyping = isField(document.activeElement);
  const noted = (page.earlyShortcuts ?? []).filter((event) => {
    const isShort = short.has(event);
    // Who has begun to type, or sees a dialog, means something else by now.
    if (isShort && (isTyping || overlay())) return false;
    return performance.now() - event.timeStamp < (isShort ? arrivalMs : longestEarlyMs);
  });
  page.earlyShortcuts = noted;
  const [first, second] = noted;
  if (!first) return;
  const pair = second && find(`${toChord(first)} ${toChord(second)}`);
  const hotkey = pair ?? find(toChord(first));
  if (!hotkey && !second && startsSequence(toChord(first)))
    firstOfTwo = { key: toChord(first), at: first.timeStamp };
  if (!hotkey) return;
  page.earlyShortcuts = noted.slice(pair ? 2 : 1);
  hotkey.act();
  setTimeout(actOnEarlyKeys);
}

function find(keys: string): Hotkey | undefined {
  const covered = overlay();
  for (const set of sets.toReversed()) {
    if (covered && set.scope === "page") continue;
    const hotkey = set.hotkeys.find((candidate) => candidate.keys === keys);
    if (hotkey) return hotkey;
  }
  return undefined;
}

const startsSequence = (chord: string) =>
  sets.some((set) => set.hotkeys.some((hotkey) => hotkey.keys.startsWith(`${chord} `)));

const overlay = () => document.querySelector("dialog[open], :is([role=dialog], [role=menu]):popover-open");

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches(
        'textarea, select, input:not([type="checkbox"]):not([type="radio"]):not([type="button"])',
      ))
  );
}

/**
 * Shift belongs to the key for signs ("?") and is named for letters ("shift+l"). The Mac's command key counts as Ctrl.
 * With Alt a digit is the key's place on the keyboard: a Mac writes "¡" for Alt and 1.
 */
function toChord(event: KeyboardEvent): string {
  const altDigit = event.altKey ? /^Digit(\d)$/.exec(event.code)?.[1] : undefined;
  const key = altDigit ?? event.key.toLowerCase();
  const ctrl = event.ctrlKey || event.metaKey ? "ctrl+" : "";
  const alt = event.altKey ? "alt+" : "";
  const shift = event.shiftKey && (key.length > 1 || /[a-z]/.test(key)) ? "shift+" : "";
  return ctrl + alt + shift + key;
}
