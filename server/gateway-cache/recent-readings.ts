import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { Read } from "#lib/read.ts";
import { db } from "#server/db/db.ts";
import { wasTouchedSince } from "#server/payments/attempts/attempt-queries.ts";

/**
 * What the gateway answered a moment ago about a key, so that a page that asks again and again costs one request: a
 * transaction for 2 s, a missing one for 5 s. Undefined when it was acted on here since. In memory, for this process.
 */
export async function findRecent(
  key: string,
  isWanted: (read: Reading) => boolean,
): Promise<Reading | undefined> {
  const recent = readings().get(key);
  if (!recent || !isWanted(recent.read) || Date.now() - recent.at > keptMs[recent.read.kind])
    return undefined;
  const named = recent.read.kind === "found" ? (recent.read.value.key ?? key) : key;
  return (await wasTouchedSince(named, recent.at)) ? undefined : recent.read;
}

/** Whether the gateway showed a transaction by this key, not long ago. */
export function wasFound(key: string): boolean {
  return readings().get(key)?.read.kind === "found";
}

/** `at`: when the gateway was asked, epoch ms. */
export function noteRecent(key: string, read: Read<TransactionDetail>, at: number): void {
  if (read.kind === "unavailable") return;
  const all = readings();
  // The newest are last.
  all.delete(key);
  all.set(key, { read, at });
  const [oldest] = all.keys();
  if (all.size > maxKept && oldest !== undefined) all.delete(oldest);
}

type Reading = Exclude<Read<TransactionDetail>, { kind: "unavailable" }>;
type Recent = { read: Reading; at: number };

function readings(): Map<string, Recent> {
  const known = byStore.get(db()) ?? new Map<string, Recent>();
  byStore.set(db(), known);
  return known;
}

const byStore = new WeakMap<object, Map<string, Recent>>();
const keptMs = { found: 2000, missing: 5000 } as const;
const maxKept = 200;
