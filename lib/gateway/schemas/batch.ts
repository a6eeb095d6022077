import { z } from "zod";
import { reply } from "./fields.ts";

/** A batch (contract: Batch). Sums of a kind are there only when the batch holds that kind. Amounts are decimal text once read. */
export const batch = z.looseObject({
  type: reply.text,
  key: reply.text,
  batchrefnum: reply.text,
  sequence: reply.text,
  opened: reply.text,
  status: reply.text,
  scheduled: reply.text,
  closed: reply.text,
  total_amount: reply.amount,
  total_count: reply.count,
  sales: reply.amount,
  credits: reply.amount,
  credits_count: reply.count,
  sales_amount: reply.amount,
  sales_count: reply.count,
  voids_amount: reply.amount,
  voids_count: reply.count,
  refunds_amount: reply.amount,
  refunds_count: reply.count,
});
export type Batch = z.infer<typeof batch>;

/** The eight date bounds of `GET /batches`: `YYYYmmdd`, in the merchant's zone. */
export const batchDateBounds = [
  "openedlt",
  "openedgt",
  "closedlt",
  "closedgt",
  "openedle",
  "openedge",
  "closedle",
  "closedge",
] as const;
export type BatchDateBound = (typeof batchDateBounds)[number];
