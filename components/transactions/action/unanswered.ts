/**
 * Actions that were sent and may have no answer, as this tab knows them, also after a reload: each may still arrive. `action` names
 * what it would do, such as "refund" with the key of its payment.
 */
export function findUnanswered(action: string): string | undefined {
  const known = inThisPage.get(action);
  if (known) return known;
  try {
    return sessionStorage.getItem(itemOf(action)) ?? undefined;
  } catch {
    return undefined; // in a browser that keeps nothing
  }
}

/** Without an `attemptId` it was answered. */
export function noteUnanswered(action: string, attemptId: string | undefined): void {
  if (attemptId) inThisPage.set(action, attemptId);
  else inThisPage.delete(action);
  try {
    if (attemptId) sessionStorage.setItem(itemOf(action), attemptId);
    else sessionStorage.removeItem(itemOf(action));
  } catch {
    // Until this page is left it is known all the same.
  }
}

const inThisPage = new Map<string, string>();
const itemOf = (action: string) => `unanswered ${action}`;
