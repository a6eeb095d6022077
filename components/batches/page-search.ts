import type { BatchFilters } from "#lib/batches/batch-list.ts";

/** The one spelling of the filters that names their query, on the server and in the browser. */
export function toBatchSearch(filters: BatchFilters): string {
  return toSearch({ ...filters });
}

/** The one spelling of a page of transactions that names its query. */
export function toPageSearch({ limit, offset }: { limit: number; offset: number }): string {
  return toSearch({ limit, offset });
}

function toSearch(parts: Record<string, string | number | undefined>): string {
  const params = new URLSearchParams();
  for (const name of Object.keys(parts).sort()) {
    const value = parts[name];
    if (value !== undefined) params.set(name, String(value));
  }
  return params.toString();
}
