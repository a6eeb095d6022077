import { canonicalLine } from "#lib/bulk/file-plan.ts";
import { toHex } from "#lib/bulk/slice-digest.ts";
import type { BulkCells } from "#lib/gateway/bulk.ts";

/** The digest of a line under the console's key: the first 16 bytes of HMAC-SHA-256 in hex, as the server makes it. */
export type DigestLine = (cells: BulkCells) => Promise<string>;

export async function makeDigestLine(key: string): Promise<DigestLine> {
  const encoder = new TextEncoder();
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", encoder.encode(key), hmac, false, ["sign"]);
  return async (cells) => {
    const signed = await crypto.subtle.sign("HMAC", imported, encoder.encode(canonicalLine(cells)));
    return toHex(new Uint8Array(signed, 0, 16));
  };
}
