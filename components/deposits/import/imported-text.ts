import type { ImportResult } from "#lib/deposits/deposits-view.ts";
import { countOf } from "#lib/format/counts.ts";

/** What an import did, in a sentence or two. */
export function importedText(result: Extract<ImportResult, { kind: "imported" }>): string {
  const { added, here, possible, unreadable, matched } = result;
  if (added === 0 && here > 0)
    return `All ${countOf(here, "line")} of this file are here already. Nothing changed.`;
  return [
    `${countOf(added, "line")} imported, ${matched === 0 ? "none" : matched} matched automatically.`,
    here > 0 && `${countOf(here, "was", "were")} here already.`,
    possible > 0 && `${countOf(possible, "possible duplicate")} left out.`,
    unreadable > 0 && `${countOf(unreadable, "row")} could not be read.`,
  ]
    .filter(Boolean)
    .join(" ");
}
