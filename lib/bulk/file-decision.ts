import type { BulkFile } from "./bulk-file.ts";

/**
 * What a person may still decide about a file whose answer was lost: whether it arrived, that again until it is found, or
 * only which group it is, once it is known to have arrived. Undefined when nothing is open.
 */
export function openDecision({
  state,
  bulkKey,
  search,
}: Pick<BulkFile, "state" | "bulkKey" | "search">): "decide" | "change" | "nameGroup" | undefined {
  if (state === "unknown") return "decide";
  if (state !== "sent" || bulkKey) return undefined;
  return search?.decided?.arrived === true && !search.isFound ? "change" : "nameGroup";
}
