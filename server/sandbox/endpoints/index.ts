import { closeBatch, getBatch, listBatches, listBatchTransactions } from "./batches.ts";
import { getBulk, listBulkTransactions, pauseBulk, resumeBulk, uploadBulk } from "./bulk.ts";
import type { EndpointHandlers } from "./endpoint-handler.ts";
import { processTransaction } from "./process-transaction.ts";
import { getReceipt, sendReceipt } from "./receipts.ts";
import { createTokens, getToken } from "./tokens.ts";
import { getTransaction, listTransactions } from "./transactions.ts";

/** The handler of every endpoint; a missing one is a type error. */
export const endpointHandlers: EndpointHandlers = {
  processTransaction,
  getTransaction,
  listTransactions,
  sendReceipt,
  getReceipt,
  listBatches,
  getBatch,
  listBatchTransactions,
  closeBatch,
  createTokens,
  uploadBulk,
  getBulk,
  listBulkTransactions,
  pauseBulk,
  resumeBulk,
  getToken,
};
