"use client";

import { parseAsString, useQueryStates } from "nuqs";
import { useMemo } from "react";
import { readInboxFilters } from "#lib/webhook-event.ts";

/** The filters as the address has them. A change goes back to the first page. */
export function useInboxFilters() {
  const [address, setAddress] = useQueryStates(parts);
  const filters = useMemo(
    () =>
      readInboxFilters(
        new URLSearchParams(
          Object.entries(address).filter((entry): entry is [string, string] => entry[1] !== null),
        ),
      ),
    [address],
  );
  return {
    filters,
    change: (part: { type?: string; verdict?: string; key?: string }) =>
      setAddress({
        ...Object.fromEntries(Object.entries(part).map(([name, text]) => [name, text || null])),
        offset: null,
      }),
    setOffset: (offset: number) =>
      setAddress({ offset: offset > 0 ? String(offset) : null }, { history: "push", scroll: true }),
    clear: () => setAddress(null, { history: "push" }),
  };
}

// Texts, so that one rule reads the address here and on the server.
const parts = {
  type: parseAsString,
  verdict: parseAsString,
  key: parseAsString,
  limit: parseAsString,
  offset: parseAsString,
};
