import type { BulkFile, BulkFileState } from "./bulk-file.ts";

/**
 * How soon the record of a file is worth reading again, in ms, because something other than this page may change it;
 * undefined once nothing does. A decision about a file that may have left can be overruled for days: by a lookup that
 * finds it, or by a manager.
 */
export function recordAgainMs({ state, bulkKey, nextLookupAt }: BulkFile): number | undefined {
  if (moving.includes(state)) return 3_000;
  const isLookedFor = nextLookupAt !== undefined;
  return isLookedFor || state === "unsent" || (state === "sent" && !bulkKey) ? 15_000 : undefined;
}

const moving: readonly BulkFileState[] = ["waiting", "approved", "sending", "unknown"];
