import Link from "next/link";
import type { ShownPortion } from "#lib/deposits/deposits-view.ts";
import { partLabels } from "#lib/deposits/portion.ts";
import { formatCount } from "#lib/format/counts.ts";
import { paths } from "#lib/paths.ts";

/** "Batch 2183, cards 64", linked to the batch. */
export function PortionLabel({ portion }: { portion: ShownPortion }) {
  return (
    <>
      <Link href={paths.batch(portion.batchKey)} className="relative">
        Batch {portion.batchName}
      </Link>
      , {partLabels[portion.part]} <span className="text-faint">{formatCount(portion.count)}</span>
    </>
  );
}
