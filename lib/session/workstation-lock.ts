const LOCK = "console:lock";

/** Asks the page to lock its workstation now. */
export function askToLock(): void {
  window.dispatchEvent(new Event(LOCK));
}

/** Calls `lock` when the workstation is to be locked. Returns the function that stops it. */
export function onLockAsked(lock: () => void): () => void {
  window.addEventListener(LOCK, lock);
  return () => window.removeEventListener(LOCK, lock);
}

/** The workstation is warned so long before it locks. */
export const warnBeforeMs = 45_000;

/**
 * What is left until a workstation that was last used at `usedAt` (epoch ms) locks after `minutes`; undefined while that is
 * further away than the warning, and where a workstation never locks (0 minutes).
 */
export function leftUntilLock(usedAt: number, minutes: number, now: number): number | undefined {
  if (minutes === 0) return undefined;
  const left = usedAt + minutes * 60_000 - now;
  return left > warnBeforeMs ? undefined : Math.max(0, left);
}
