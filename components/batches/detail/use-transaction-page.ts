"use client";

import { parseAsString, useQueryStates } from "nuqs";
import { readPage } from "#lib/page.ts";

/** Which transactions of a batch to show, as the address has it: a page of 50, or all. */
export function useTransactionPage() {
  const [address, setAddress] = useQueryStates({
    limit: parseAsString,
    offset: parseAsString,
    show: parseAsString,
  });
  const page = readPage(
    new URLSearchParams({
      ...(address.limit !== null && { limit: address.limit }),
      ...(address.offset !== null && { offset: address.offset }),
    }),
  );
  return {
    page,
    all: address.show === "all",
    setOffset: (offset: number) =>
      setAddress({ offset: offset > 0 ? String(offset) : null, show: null }, step),
    showAll: () => setAddress({ offset: null, show: "all" }, step),
  };
}

const step = { history: "push", scroll: false } as const;
