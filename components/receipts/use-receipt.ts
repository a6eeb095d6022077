"use client";

import { useQuery } from "@tanstack/react-query";
import { receiptQuery } from "#lib/queries/transactions.ts";
import { decodeReceipt } from "./decode-receipt.ts";
import { sanitizeReceipt } from "./sanitize-receipt.ts";

export type Receipt =
  | { kind: "reading" }
  | { kind: "none"; message: string; retry: () => void; retrying: boolean }
  | { kind: "ready"; html: string };

/** A transaction's receipt, decoded and sanitized in the browser. `template` is an id at the gateway; empty for the standard one. */
export function useReceipt(transactionKey: string, version: string, template: string): Receipt {
  const query = receiptQuery(transactionKey, version, template);
  const read = useQuery(query);
  const base64 = read.data?.kind === "found" ? read.data.value : undefined;
  const clean = useQuery({
    queryKey: [...query.queryKey, "clean", read.dataUpdatedAt] as const,
    queryFn: async () => {
      const text = base64 === undefined ? undefined : decodeReceipt(base64);
      if (text === undefined) throw new Error("The gateway's receipt could not be read.");
      return sanitizeReceipt(text);
    },
    enabled: base64 !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

  if (clean.data !== undefined) return { kind: "ready", html: clean.data };
  const message =
    read.data && read.data.kind !== "found"
      ? read.data.message
      : (read.error?.message ?? clean.error?.message);
  if (message === undefined) return { kind: "reading" };
  return { kind: "none", message, retry: () => void read.refetch(), retrying: read.isFetching };
}
