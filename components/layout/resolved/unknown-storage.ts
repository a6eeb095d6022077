/** Ids of this user's payments without an answer, kept in the browser until the user has seen what became of each. */
const item = "payments-unknown";

type Kept = { userId: string; ids: string[] };

export function readUnknown(userId: string): string[] {
  try {
    const kept: Partial<Kept> = JSON.parse(localStorage.getItem(item) ?? "{}");
    const ids = kept.userId === userId && Array.isArray(kept.ids) ? kept.ids : [];
    return ids.filter((id) => typeof id === "string");
  } catch {
    return [];
  }
}

export function keepUnknown(userId: string, ids: readonly string[]): void {
  try {
    if (ids.length === 0) localStorage.removeItem(item);
    else localStorage.setItem(item, JSON.stringify({ userId, ids: ids.slice(-maxKept) } satisfies Kept));
  } catch {
    // Without storage the user sees it as long as the page is open.
  }
}

const maxKept = 20;
