import { queryOptions } from "@tanstack/react-query";
import type { TransactionDetail } from "../gateway/schemas/transaction.ts";
import { paths } from "../paths.ts";
import type { PaymentReading } from "../payments/refund-totals.ts";
import type { Read } from "../read.ts";
import type { TransactionHistory } from "../webhook-event.ts";
import { getJson } from "./get-json.ts";

const keyOf = (key: string) => ["transactions", key] as const;

/** A payment; served from the cache unless this console has acted on it since it was read. */
export const transactionQuery = (key: string) =>
  queryOptions({
    queryKey: keyOf(key),
    queryFn: () => getJson<PaymentReading>(paths.api.transaction(key)),
    staleTime: 30_000,
  });

/** A payment, always read from the gateway: one request of the shared limit. */
export const freshTransactionQuery = (key: string) =>
  queryOptions({
    ...transactionQuery(key),
    queryFn: () => getJson<PaymentReading>(paths.api.transaction(key, { fresh: true })),
    staleTime: 0,
  });

/** A payment read from the gateway, with today's refunds from the open batch, for the refund dialog. Not cached after it closes. */
export const livePaymentQuery = (key: string) =>
  queryOptions({
    queryKey: [...keyOf(key), "live"] as const,
    queryFn: () => getJson<PaymentReading>(paths.api.transaction(key, { live: true })),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** Base64 of an untrusted HTML document. `version` changes when the transaction does, so that its receipt is read again. */
export const receiptQuery = (key: string, version: string, template: string) =>
  queryOptions({
    queryKey: [...keyOf(key), "receipt", version, template] as const,
    queryFn: () => getJson<Read<string>>(paths.api.receipt(key, template)),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The gateway's events about a transaction and its emailed receipts: from this console's store. */
export const historyQuery = (key: string) =>
  queryOptions({
    queryKey: [...keyOf(key), "history"] as const,
    queryFn: () => getJson<TransactionHistory>(paths.api.transactionHistory(key)),
    staleTime: 5000,
    refetchInterval: 15_000,
  });

/** Its bank, fraud check and origin. Read only where a person asks for it. */
export const recordsQuery = (key: string) =>
  queryOptions({
    queryKey: [...keyOf(key), "records"] as const,
    queryFn: () =>
      getJson<Read<Pick<TransactionDetail, "bin" | "fraud" | "origin">>>(paths.api.transactionRecords(key)),
    staleTime: Number.POSITIVE_INFINITY,
  });
