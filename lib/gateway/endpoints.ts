import { z } from "zod";
import { boundedList, maxItems } from "./bounded-list.ts";
import type { RequestErrorName } from "./errors.ts";
import { batch, batchDateBounds } from "./schemas/batch.ts";
import { bulkDone, bulkGroup, bulkUpload } from "./schemas/bulk.ts";
import { creditcard } from "./schemas/command-fields.ts";
import { request } from "./schemas/fields.ts";
import { listOf, pageQuery } from "./schemas/list.ts";
import { token, tokenItem } from "./schemas/token.ts";
import { transaction, transactionDetail } from "./schemas/transaction.ts";

/** A path of the contract below `{base_url}`; `{name}` is a segment. The client and the sandbox's routes are derived from it. */
export type Endpoint = {
  method: "GET" | "POST";
  path: `/${string}`;
  /** Alternative paths with the same answer. */
  alsoAt?: readonly `/${string}`[];
  query?: z.ZodType;
  request?: z.ZodType;
  /** The request is a multipart form with one file in this field, instead of JSON. */
  file?: string;
  /** Errors besides those for an invalid request. */
  refusals?: readonly RequestErrorName[];
  reply: z.ZodType;
  /** Not in the contract, but known of real gateways of this family. A feature says so where the gateway refuses it. */
  extension?: true;
};

const { text, flag, optional } = request;

const dateBound = z.string().refine(isCalendarDay, "must be a day written YYYYmmdd").optional();

const receiptRequest = z.object({ toemail: text().pipe(z.email("must be an email address")) });
const receiptSent = z.looseObject({ status: z.string() });

export const endpoints = {
  /** `command` selects the row of `commands`, whose `fields` are the request. */
  processTransaction: {
    method: "POST",
    path: "/transactions",
    request: z.looseObject({ command: text() }),
    reply: transaction,
  },
  getTransaction: {
    method: "GET",
    path: "/transactions/{trankey}",
    query: z.object({
      return_origin: optional(flag),
      return_bin: optional(flag),
      return_fraud: optional(flag),
    }),
    reply: transactionDetail,
  },
  listTransactions: {
    method: "GET",
    path: "/transactions",
    query: z.object(pageQuery),
    reply: listOf(transactionDetail),
    extension: true,
  },
  sendReceipt: {
    method: "POST",
    path: "/transactions/{trankey}/send",
    alsoAt: ["/transactions/{trankey}/receipts/email"],
    request: receiptRequest,
    reply: receiptSent,
  },
  getReceipt: {
    method: "GET",
    path: "/transactions/{trankey}/receipts/{receiptid}",
    alsoAt: ["/transactions/{trankey}/receipts"],
    reply: z.string(),
  },
  listBatches: {
    method: "GET",
    path: "/batches",
    query: z.object({ ...pageQuery, ...dateBounds() }),
    reply: listOf(batch),
  },
  getBatch: { method: "GET", path: "/batches/{batch_key}", reply: batch },
  listBatchTransactions: {
    method: "GET",
    path: "/batches/{batch_key}/transactions",
    query: z.object(pageQuery),
    reply: listOf(transactionDetail),
  },
  closeBatch: {
    method: "POST",
    path: "/batches/current/close",
    refusals: ["batchEmpty"],
    reply: batch,
    extension: true,
  },
  createTokens: {
    method: "POST",
    path: "/tokens",
    alsoAt: ["/tokens/{token}"],
    request: z.union([
      // A malformed item is answered with an error of its own, as a card that can't be tokenized is.
      boundedList(z.looseObject({ creditcard: optional(creditcard) }).catch({}), maxItems).refine(
        (cards) => cards.length > 0,
        "must hold at least one card",
      ),
      z.object({ trankey: text(64) }),
      z.object({ creditcard }),
    ]),
    reply: z.union([boundedList(tokenItem, maxItems), token]),
  },
  uploadBulk: {
    method: "POST",
    path: "/bulk_transactions",
    file: "data",
    refusals: [
      "bulkFormat",
      "bulkNoFile",
      "bulkHeader",
      "bulkUnknownColumn",
      "bulkBadLine",
      "bulkDuplicates",
    ],
    reply: bulkUpload,
  },
  getBulk: { method: "GET", path: "/bulk_transactions/{bulk_key}", reply: bulkGroup },
  listBulkTransactions: {
    method: "GET",
    path: "/bulk_transactions/{bulk_key}/transactions",
    query: z.object(pageQuery),
    reply: listOf(transactionDetail),
  },
  pauseBulk: {
    method: "POST",
    path: "/bulk_transactions/{bulk_key}/pause",
    refusals: ["bulkFinished", "bulkRunning"],
    reply: bulkDone,
  },
  resumeBulk: {
    method: "POST",
    path: "/bulk_transactions/{bulk_key}/resume",
    refusals: ["bulkFinished", "bulkRunning"],
    reply: bulkDone,
  },
  getToken: { method: "GET", path: "/tokens/{token}", reply: token },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
export type EndpointReply<Name extends EndpointName> = z.output<(typeof endpoints)[Name]["reply"]>;

function dateBounds(): Record<(typeof batchDateBounds)[number], typeof dateBound> {
  return Object.fromEntries(batchDateBounds.map((bound) => [bound, dateBound])) as Record<
    (typeof batchDateBounds)[number],
    typeof dateBound
  >; // one for each of them
}

function isCalendarDay(text: string): boolean {
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (!match) return false;
  const day = new Date(`${match[1]}-${match[2]}-${match[3]}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10).replaceAll("-", "") === text;
}
