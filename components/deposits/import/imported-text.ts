import type { ImportResult } from "#lib/deposits/deposits-view.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";

/** What an import did, in a sentence or two. `promised` is how many lines the preview was going to import. */
export function importedText(
  result: Extract<ImportResult, { kind: "imported" }>,
  promised = result.added,
): string {
  const { added, here, possible, unreadable, matched } = result;
  const changed =
    promised !== added &&
    t("Other deposits were added or removed since the preview, which had {lines} to import.", {
      lines: countOf(promised, "line"),
    });
  if (added === 0 && here > 0 && possible === 0)
    return [
      here === 1
        ? t("The only line of this file already exists. Nothing changed.")
        : t("All {lines} of this file already exist. Nothing changed.", { lines: countOf(here, "line") }),
      changed,
    ]
      .filter(Boolean)
      .join(" ");
  return [
    addedText(countOf(added, "line"), matched),
    here === 1 && t("1 already existed."),
    here > 1 && t("{count} already existed.", { count: formatCount(here) }),
    possible > 0 && t("{duplicates} left out.", { duplicates: countOf(possible, "possible duplicate") }),
    unreadable > 0 && t("{rows} could not be read.", { rows: countOf(unreadable, "row") }),
    changed,
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
