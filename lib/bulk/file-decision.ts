import { t } from "#lib/language/t.ts";
import type { BulkFile, NamedFile } from "./file/bulk-file.ts";

/** Whether the gateway has a file of which a person decided that it did not arrive. */
export const isDecisionWrong = ({ state, search }: Pick<BulkFile, "state" | "search">): boolean =>
  state === "sent" && search?.decided?.arrived === false;

/** Whose decision a file rests on, in a sentence; undefined without a decision. */
export function formatDecision(file: Pick<BulkFile, "state" | "search">): string | undefined {
  const decided = file.search?.decided;
  if (!decided) return undefined;
  const { by } = decided;
  if (isDecisionWrong(file)) return t("{by} decided that it did not arrive, but the gateway has it.", { by });
  return decided.arrived
    ? t("{by} decided that it arrived.", { by })
    : t("{by} decided that it did not arrive.", { by });
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

/** What to do about a refused file. Rows that the gateway had before may have been charged by an earlier file. */
export function refusalAdvice({ search }: Pick<BulkFile, "search">): string {
  const repeats = search?.repeats;
  if (!repeats) return t("Nothing was charged. Fix the errors and submit the file again.");
  return repeats.length > 0
    ? t(
        "Nothing in this upload was charged, but the gateway has had these rows before: most likely {files}, arrived. Do not send them again until its outcome is known.",
        { files: formatFiles(repeats) },
      )
    : t(
        "Nothing in this upload was charged, but the gateway has had many of its rows before, and they may be charged. Find them there before you send any of them again.",
      );
}

export const formatFiles = (files: readonly NamedFile[]): string =>
  files.map(({ label }) => label).join("; ");
