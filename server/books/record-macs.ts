import type { Integrity } from "#lib/books/integrity.ts";
import { keyedDigest, keyedDigests, keyPrefixes } from "#server/payments/card-data/secrets.ts";

/**
 * MACs of signed records, in their columns `seal`: keyed digests under the data key, which is not in the store. Who can only
 * write to the store can't make one for other contents.
 */
type MacKind = "drawer report" | "signed day" | "signed reconciliation" | "record count" | "backup";

export const macOf = (kind: MacKind, text: string): Promise<string> => keyedDigest(kind, text);

export async function checkMac(
  kind: MacKind,
  text: string,
  mac: string,
): Promise<Exclude<Integrity, "unsealed">> {
  if ((await keyedDigests(kind, text)).includes(mac)) return "intact";
  const isOurs = (await keyPrefixes()).some((prefix) => mac.startsWith(prefix));
  return isMac(mac) && !isOurs ? "otherKey" : "changed";
}

/** Whether a hash is a MAC, and not the plain SHA-256 of an earlier version. */
export const isMac = (hash: string): boolean => /^v1\.[0-9a-f]{8}\.[0-9a-f]{32}$/.test(hash);
