import { t, text } from "#lib/language/t.ts";
import { type Found, lookUpOrCancel } from "./lookup-attempt.ts";
import { keepUnanswered, listUnanswered, noteResolved } from "./unanswered-list.ts";

/** The outcome of a command whose answer was lost. `answered`: the page that sent it got its answer after all. */
export type Known = Exclude<Found, { kind: "lost" }> | { kind: "answered" };

/** Records that a command is being sent. Until it is answered or lost, no one asks for its outcome. */
export function noteSent(attemptId: string, about: string, label: string): void {
  beingSent.add(attemptId);
  noteResolved(about, undefined);
  const others = listUnanswered().filter((one) => one.attemptId !== attemptId);
  keepUnanswered([...others, { attemptId, about, label, at: Date.now() }]);
}

/** Records that its answer arrived and gives its outcome. */
export function noteAnswered(attemptId: string): void {
  beingSent.delete(attemptId);
  keepUnanswered(listUnanswered().filter((one) => one.attemptId !== attemptId));
}

/** Records that its answer is lost, or says nothing about an earlier request with the same id. */
export const noteLost = (attemptId: string): void => void beingSent.delete(attemptId);

/** Asks the console until the outcome is known, since the command may still arrive. Cancels one that is not recorded. */
export function resolveAttempt(attemptId: string): Promise<Known> {
  const running =
    resolving.get(attemptId) ?? untilKnown(attemptId).finally(() => resolving.delete(attemptId));
  resolving.set(attemptId, running);
  return running;
}

async function untilKnown(attemptId: string): Promise<Known> {
  for (;;) {
    if (!entryOf(attemptId)) return { kind: "answered" };
    const found: Found = beingSent.has(attemptId) ? { kind: "lost" } : await lookUpOrCancel(attemptId);
    const entry = entryOf(attemptId);
    if (entry && found.kind !== "lost" && !beingSent.has(attemptId)) {
      noteAnswered(attemptId);
      noteResolved(entry.about, { ...entry, kind: found.kind });
      return found;
    }
    await new Promise((resolve) => setTimeout(resolve, betweenMs));
  }
}

const entryOf = (attemptId: string) => listUnanswered().find((one) => one.attemptId === attemptId);

/** Resolves those about this payment or order, and returns why another one may not begin. `own` are about to be sent, again perhaps. */
export async function resolveBefore(about: string, own: readonly string[]): Promise<string | undefined> {
  const { known, isOpen } = await resolveAbout(about, own);
  if (isOpen) return t(earlierIsOpen);
  return known.some(({ kind }) => kind === "attempt") ? t(earlierWasRecorded) : undefined;
}

const earlierIsOpen = text(
  "An earlier action on this payment has no answer yet. Nothing was sent: try again in a moment.",
);
const earlierWasRecorded = text(
  "An earlier action on this payment got no response here, but it was recorded: see Timeline. Nothing was sent now. Try again if this is a new action.",
);

/** What became of those about this payment or order; `isOpen` when that is not known of each of them within some seconds. */
export async function resolveAbout(
  about: string,
  own: readonly string[] = [],
): Promise<{ known: Known[]; isOpen: boolean }> {
  const open = listUnanswered().filter((one) => one.about === about && !own.includes(one.attemptId));
  const found = await Promise.all(
    open.map(({ attemptId }) => Promise.race([resolveAttempt(attemptId), after(resolveWithinMs)])),
  );
  const known = found.flatMap((one) => one ?? []);
  return { known, isOpen: known.length < open.length };
}

/** For a page that was loaded: what an earlier page of this tab has left open. */
export function resolveAll(): void {
  for (const { attemptId } of listUnanswered()) if (!beingSent.has(attemptId)) void resolveAttempt(attemptId);
}

const betweenMs = 1000;
const resolveWithinMs = 5000;
const after = (ms: number) => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms));

const beingSent = new Set<string>();
const resolving = new Map<string, Promise<Known>>();
