import { payerNumber, redactRequest } from "./redact.ts";
import { keyedDigest, keyedDigests } from "./secrets.ts";

/**
 * Detects the same `attemptId` with different contents. Made of the stored request and the payer's keyed digest: it contains
 * no card or account number and no security code, so the same request with another code counts as the same.
 */
export type RequestParts = {
  command: string;
  originalKey: string | null;
  /** As it is sent, with the card or account number. */
  body: Record<string, unknown>;
};

export async function digestOfRequest(parts: RequestParts): Promise<string> {
  const number = payerNumber(parts.body);
  const payer = number ? await keyedDigest("payer", number) : null;
  return keyedDigest("request", canonical(parts, payer));
}

type KeptRequest = { command: string; original_key: string | null; request: string; digest: string };

/** Whether a row was made from this request. Once its digest is deleted, the stored request is compared instead. */
export async function isSameRequest(row: KeptRequest, parts: RequestParts): Promise<boolean> {
  if (row.digest === "")
    return (
      row.command === parts.command &&
      row.original_key === parts.originalKey &&
      row.request === JSON.stringify(redactRequest(parts.body))
    );
  const number = payerNumber(parts.body);
  const payers = number ? await keyedDigests("payer", number) : [null];
  const possible = await Promise.all(payers.map((payer) => keyedDigests("request", canonical(parts, payer))));
  return possible.flat().includes(row.digest);
}

/** Without the browser's address, which may change between two submits of one form. */
function canonical({ command, originalKey, body }: RequestParts, payer: string | null): string {
  const { clientip: _, ...request } = redactRequest(body);
  return JSON.stringify([command, originalKey, request, payer]);
}
