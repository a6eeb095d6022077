import { Bar } from "#components/ui/bar.tsx";
import type { BatchSync } from "#lib/batch-list.ts";
import { formatCount } from "#lib/format/counts.ts";

/** How far the reading of a closed batch is: it goes on by itself, whoever looks. */
export function SyncProgress({
  sync: { read, total, waits },
  expected,
}: {
  sync: Extract<BatchSync, { kind: "syncing" }>;
  /** How many the gateway says there are, until the reading tells. */
  expected: number;
}) {
  const all = total ?? expected;
  return (
    <span className="grid gap-2" role="status">
      <span>
        {formatCount(read)} of {formatCount(all)} transactions are read for the comparison; the rest follows
        in the background{waits ? `. Waiting: ${waits}` : " within the shared limit"}.
      </span>
      <Bar
        shares={[{ tone: "accent", share: all > 0 ? read / all : 0 }]}
        label={`${formatCount(read)} of ${formatCount(all)} read`}
        size="s"
      />
    </span>
  );
}
