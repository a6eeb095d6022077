import type { ImportResult } from "#lib/deposits/deposits-view.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";

/** What an import did, in a sentence or two. */
export function importedText(result: Extract<ImportResult, { kind: "imported" }>): string {
  const { added, here, possible, unreadable, matched } = result;
  if (added === 0 && here > 0)
    return t("All {lines} of this file are here already. Nothing changed.", { lines: countOf(here, "line") });
  return [
    addedText(countOf(added, "line"), matched),
    here === 1 && t("1 was here already."),
    here > 1 && t("{count} were here already.", { count: formatCount(here) }),
    possible > 0 && t("{duplicates} left out.", { duplicates: countOf(possible, "possible duplicate") }),
    unreadable > 0 && t("{rows} could not be read.", { rows: countOf(unreadable, "row") }),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Matching of a long file goes on after the import. */
function addedText(lines: string, matched: number | undefined): string {
  if (matched === undefined) return t("{lines} imported, matching goes on.", { lines });
  return matched === 0
    ? t("{lines} imported, none matched automatically.", { lines })
    : t("{lines} imported, {count} matched automatically.", { lines, count: formatCount(matched) });
}
