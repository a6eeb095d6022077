/**
 * Actions that were sent and have no answer, by command and payment, as this tab knows them, also after a reload. One of them may
 * still arrive: the next dialog of its kind is the same action, so that it is done once, however late that is.
 */
export function findUnanswered(action: string): string | undefined {
  try {
    return sessionStorage.getItem(itemOf(action)) ?? undefined;
  } catch {
    return undefined; // in a browser that keeps nothing
  }
}

/** Without an `attemptId` it was answered. */
export function noteUnanswered(action: string, attemptId: string | undefined): void {
  try {
    if (attemptId) sessionStorage.setItem(itemOf(action), attemptId);
    else sessionStorage.removeItem(itemOf(action));
  } catch {
    // The dialog itself still has its `attemptId`.
  }
}

const itemOf = (action: string) => `unanswered ${action}`;
