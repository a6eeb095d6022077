import type { ImportResult } from "#lib/deposits/deposits-view.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";

/** What an import did, in a sentence or two. */
export function importedText(result: Extract<ImportResult, { kind: "imported" }>): string {
  const { added, here, possible, unreadable, matched } = result;
  if (added === 0 && here > 0)
    return `All ${countOf(here, "line")} of this file are here already. Nothing changed.`;
  return [
    `${countOf(added, "line")} imported, ${matchedText(matched)}.`,
    here > 0 && `${countOf(here, "was", "were")} here already.`,
    possible > 0 && `${countOf(possible, "possible duplicate")} left out.`,
    unreadable > 0 && `${countOf(unreadable, "row")} could not be read.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Matching of a long file goes on after the import. */
function matchedText(matched: number | undefined): string {
  if (matched === undefined) return "matching goes on";
  return `${matched === 0 ? "none" : formatCount(matched)} matched automatically`;
}
