import { pageUser } from "#components/layout/session/send-page-user.ts";

/** A command of this tab that was sent and has no answer. */
export type Unanswered = {
  attemptId: string;
  /** The payment or the order that it changes. */
  about: string;
  /** What its button says. */
  label: string;
  /** When it was submitted, epoch ms. */
  at: number;
};

/** What became of one that had no answer, as far as a page has to say it. */
export type Resolved = Unanswered & { kind: "attempt" | "canceled" };

/** Only the user who sent it is asked to wait for it, and hears of it. */
type Kept = Unanswered & { user?: string | undefined };

const item = "unanswered-commands";
const listeners = new Set<() => void>();
/** In a browser that keeps nothing they are known until the page is left. */
let inThisPage: readonly Kept[] | undefined;
const resolved = new Map<string, Resolved>();

/** Those of the page's user in this tab, also after a reload. */
export const listUnanswered = (): readonly Unanswered[] => all().filter(({ user }) => user === pageUser());

export function keepUnanswered(entries: readonly Unanswered[]): void {
  const user = pageUser();
  inThisPage = [...all().filter((one) => one.user !== user), ...entries.map((entry) => ({ ...entry, user }))];
  try {
    if (inThisPage.length > 0) sessionStorage.setItem(item, JSON.stringify(inThisPage));
    else sessionStorage.removeItem(item);
  } catch {
    // They stay in the list of this page.
  }
  tellListeners();
}

/** The last one of the page's user about this payment or order that was resolved since this page was loaded. */
export const resolvedAbout = (about: string): Resolved | undefined => resolved.get(ofUser(about));

export function noteResolved(about: string, entry: Resolved | undefined): void {
  if (entry) resolved.set(ofUser(about), entry);
  else resolved.delete(ofUser(about));
  tellListeners();
}

export function onUnansweredChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The next user may sign in without a load. */
const ofUser = (about: string) => `${pageUser()} ${about}`;

function tellListeners(): void {
  for (const listener of listeners) listener();
}

function all(): readonly Kept[] {
  if (inThisPage) return inThisPage;
  try {
    return JSON.parse(sessionStorage.getItem(item) ?? "[]");
  } catch {
    return [];
  }
}
