"use client";

import { parseAsString, useQueryStates } from "nuqs";
import { readPage } from "#lib/page.ts";

/** As many as the gateway gives at a time. */
export const wholePage = 1000;

/** Which transactions of a batch to show, as the address has it: 50 a page unless told otherwise. */
export function useTransactionPage() {
  const [address, setAddress] = useQueryStates({ limit: parseAsString, offset: parseAsString });
  const page = readPage(
    new URLSearchParams({
      ...(address.limit !== null && { limit: address.limit }),
      ...(address.offset !== null && { offset: address.offset }),
    }),
  );
  return {
    page,
    setOffset: (offset: number) => setAddress({ offset: offset > 0 ? String(offset) : null }, step),
    showAll: () => setAddress({ limit: String(wholePage), offset: null }, step),
  };
}

const step = { history: "push", scroll: true } as const;
