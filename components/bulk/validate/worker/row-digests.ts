import { rowEffect } from "#lib/bulk/row-effect.ts";
import { toHex } from "#lib/bulk/slice-digest.ts";
import type { BulkCells } from "#lib/gateway/bulk.ts";

const encoder = new TextEncoder();

/** The digest by which the console is asked about a row: the first 16 bytes of SHA-256 in hex. The server keys what it stores. */
export async function digestRow(cells: BulkCells): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", encoder.encode(rowEffect(cells)));
  return toHex(new Uint8Array(digest, 0, 16));
}
