import { Link } from "#components/layout/navigation/link.tsx";
import type { ShownPortion } from "#lib/deposits/deposits-view.ts";
import { checkDayOf, partLabels, portionLabel } from "#lib/deposits/portion.ts";
import { formatCount } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";

/** "Batch 2183, cards 64", linked to the batch. */
export function PortionLabel({ portion }: { portion: ShownPortion }) {
  const day = checkDayOf(portion.batchKey);
  return (
    <>
      {day === undefined ? (
        <>
          <Link href={paths.batch(portion.batchKey)} className="relative">
            {t("Batch {batchName}", { batchName: portion.batchName })}
          </Link>
          , {partLabels[portion.part]}
        </>
      ) : (
        <Link href={paths.search(`tender:check day:${day}`)} className="relative">
          {portionLabel(portion)}
        </Link>
      )}{" "}
      <span className="text-faint">{formatCount(portion.count)}</span>
    </>
  );
}
