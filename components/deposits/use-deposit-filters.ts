import { parseAsString, useQueryStates } from "nuqs";
import { useMemo } from "react";
import { type DepositFilters, readDepositFilters } from "#lib/deposits/deposits-view.ts";

/** The filters as the address has them. A change goes back to the first page. */
export function useDepositFilters() {
  const [address, setAddress] = useQueryStates(parts);
  const filters = useMemo(
    () =>
      readDepositFilters(
        new URLSearchParams(
          Object.entries(address).filter((entry): entry is [string, string] => entry[1] !== null),
        ),
      ),
    [address],
  );
  return {
    filters,
    change: (part: Partial<Pick<DepositFilters, "state" | "from" | "to">>) =>
      setAddress({
        ...Object.fromEntries(Object.entries(part).map(([name, text]) => [name, text ?? null])),
        offset: null,
      }),
    setOffset: (offset: number) =>
      setAddress({ offset: offset > 0 ? String(offset) : null }, { history: "push", scroll: true }),
    clear: () => setAddress(null, { history: "push" }),
  };
}

// Texts, so that one rule reads the address here and on the server.
const parts = { state: parseAsString, from: parseAsString, to: parseAsString, offset: parseAsString };
