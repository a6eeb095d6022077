/** A command of this tab that was sent and has no answer. `about` names the payment or the order that it changes. */
export type Unanswered = { attemptId: string; about: string };

const item = "unanswered-commands";
const none: readonly Unanswered[] = [];
const listeners = new Set<() => void>();
/** In a browser that keeps nothing they are known until the page is left. */
let inThisPage: readonly Unanswered[] | undefined;

/** Those of this tab, also after a reload. */
export function listUnanswered(): readonly Unanswered[] {
  if (inThisPage) return inThisPage;
  try {
    return JSON.parse(sessionStorage.getItem(item) ?? "[]");
  } catch {
    return none;
  }
}

export function keepUnanswered(entries: readonly Unanswered[]): void {
  inThisPage = entries;
  try {
    if (entries.length > 0) sessionStorage.setItem(item, JSON.stringify(entries));
    else sessionStorage.removeItem(item);
  } catch {
    // They stay in the list of this page.
  }
  for (const listener of listeners) listener();
}

export function onUnansweredChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
