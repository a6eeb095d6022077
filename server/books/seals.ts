import type { Integrity } from "#lib/books/integrity.ts";
import { keyedDigest, keyedDigests, keyPrefixes } from "#server/payments/card-data/secrets.ts";

/**
 * Seals of signed records: digests under the data key, which is not in the store. Who can only write to the store can't make
 * one for other contents.
 */
type Sealed = "drawer report" | "signed day" | "signed reconciliation" | "record count" | "backup";

export const sealOf = (kind: Sealed, text: string): Promise<string> => keyedDigest(kind, text);

export async function checkSeal(
  kind: Sealed,
  text: string,
  seal: string,
): Promise<Exclude<Integrity, "unsealed">> {
  if ((await keyedDigests(kind, text)).includes(seal)) return "intact";
  const isOurs = (await keyPrefixes()).some((prefix) => seal.startsWith(prefix));
  return isSeal(seal) && !isOurs ? "otherKey" : "changed";
}

/** Whether a hash is a seal, and not the plain SHA-256 of an earlier version. */
export const isSeal = (hash: string): boolean => /^v1\.[0-9a-f]{8}\.[0-9a-f]{32}$/.test(hash);
