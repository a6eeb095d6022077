import type { BulkFile } from "./bulk-file.ts";

/** Whether the gateway has a file of which a person decided that it did not arrive. */
export const isDecisionWrong = ({ state, search }: Pick<BulkFile, "state" | "search">): boolean =>
  state === "sent" && search?.decided?.arrived === false;

/** Whose decision a file rests on, in a sentence; undefined where nobody decided. */
export function sayDecision(file: Pick<BulkFile, "state" | "search">): string | undefined {
  const decided = file.search?.decided;
  if (!decided) return undefined;
  const said = `${decided.by} decided that it ${decided.arrived ? "arrived" : "did not arrive"}`;
  return isDecisionWrong(file) ? `${said}, but the gateway has it.` : `${said}.`;
}

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
