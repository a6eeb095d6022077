"use client";

import { parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { useMemo } from "react";
import { parse } from "#lib/search/parse.ts";
import { printForAddress } from "#lib/search/print.ts";
import type { Query } from "#lib/search/query.ts";

/** The search and the page as the address has them. Another search begins at its first page. */
export function useSearchAddress() {
  const [{ q, older, newer, skip }, setAddress] = useQueryStates(parts, {
    history: "push",
    scroll: false,
    urlKeys: { skip: "from" },
  });
  const query = useMemo(() => parse(q).query, [q]);
  return {
    q,
    query,
    skip,
    page: { q, older, newer },
    search: (next: Query) =>
      void setAddress({ q: printForAddress(next) || null, older: null, newer: null, skip: null }),
    goOlder: (mark: string, to: number) => void setAddress({ older: mark, newer: null, skip: to }),
    goNewer: (mark: string, to: number) =>
      void setAddress({ older: null, newer: to > 0 ? mark : null, skip: to || null }),
  };
}

const parts = {
  q: parseAsString.withDefault(""),
  older: parseAsString,
  newer: parseAsString,
  skip: parseAsInteger.withDefault(0),
};
