import { paths } from "#lib/paths.ts";
import { moneyMarks } from "#lib/session/money-marks.ts";
import { countWait, noWaits, type Speed, totalWaits } from "#lib/speed.ts";

const uploadMs = 60_000;

let waits: Speed = { key: noWaits(), result: noWaits() };
let isMeasuring = false;

/**
 * Counts from now on how long the user waits, and uploads the counts once a minute: neither keys nor pages, only how
 * often which wait. Where the browser does not report it, nothing is measured.
 */
export function measureSpeed(): void {
  if (isMeasuring || !window.PerformanceObserver?.supportedEntryTypes?.includes("event")) return;
  isMeasuring = true;
  measureKeys();
  measureResults();
  setInterval(upload, uploadMs);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) upload();
  });
}

/** From a key to the paint after it. The browser reports those of 16 ms and more; the others it only counts. */
function measureKeys(): void {
  const observer = new PerformanceObserver((list) => {
    const slow = list.getEntriesByName("keydown");
    for (const { duration } of slow) countWait(waits.key, duration);
    countFastKeys(slow.length);
  });
  countedKeys = typedKeys();
  // 16 ms is the least the browser allows.
  observer.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
}

let countedKeys = 0;
const typedKeys = () =>
  (performance as Performance & { eventCounts?: ReadonlyMap<string, number> }).eventCounts?.get("keydown") ??
  0;

/** Counts what was typed since as fast, but for the keys that were reported. One that is reported later is set off then. */
function countFastKeys(reported: number): void {
  const typed = typedKeys() - countedKeys;
  if (typed > reported) countWait(waits.key, 0, typed - reported);
  countedKeys += Math.max(typed, reported);
}

/** From a press or a key to the paint of the payment's result. */
function measureResults(): void {
  let pressedAt = 0;
  let beganAt: number | undefined;
  const onPress = ({ timeStamp, isTrusted }: Event) => {
    if (isTrusted) pressedAt = timeStamp;
  };
  for (const kind of ["click", "keydown"]) window.addEventListener(kind, onPress, true);
  const observer = new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) {
      // A press long before the payment was sent was not for it.
      if (name === moneyMarks.sent)
        beganAt = pressedAt <= startTime && startTime - pressedAt < 1000 ? pressedAt : startTime;
      if (name !== moneyMarks.answered || beganAt === undefined) continue;
      const from = beganAt;
      beganAt = undefined;
      requestAnimationFrame(() => setTimeout(() => countWait(waits.result, performance.now() - from)));
    }
    performance.clearMarks(moneyMarks.sent);
    performance.clearMarks(moneyMarks.answered);
  });
  observer.observe({ type: "mark" });
}

/** Counts that can't be uploaded are forgotten. */
function upload(): void {
  countFastKeys(0);
  const taken = waits;
  if (totalWaits(taken.key) + totalWaits(taken.result) === 0) return;
  waits = { key: noWaits(), result: noWaits() };
  const body = JSON.stringify(taken);
  fetch(paths.api.speed(), { method: "POST", body, keepalive: true }).catch(() => {});
}
