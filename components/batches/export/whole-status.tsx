import { TextButton } from "#components/ui/button/text-button.tsx";
import { Bar } from "#components/ui/chart/bar.tsx";
import { formatCount } from "#lib/format/counts.ts";
import type { WholeProgress } from "./read-whole.ts";

/** How far the reading of a whole list is, or why it failed: then nothing was printed and nothing saved. */
export function WholeStatus({
  noun,
  total: expected,
  progress,
  failed,
  onCancel,
  onRetry,
}: {
  /** In the plural: "transactions". */
  noun: string;
  total: number;
  progress: WholeProgress | undefined;
  failed: string | undefined;
  onCancel: () => void;
  onRetry: () => void;
}) {
  if (failed !== undefined)
    return (
      <p role="alert" className="text-13 print:hidden">
        <b>
          Couldn't read all {formatCount(expected)} {noun}.
        </b>{" "}
        Nothing was printed or saved. {failed} <TextButton onClick={onRetry}>Try again</TextButton>
      </p>
    );
  if (!progress) return null;
  const total = progress.total ?? expected;
  return (
    <div role="status" className="grid gap-2 text-13 text-muted print:hidden">
      <p>
        Reading {formatCount(progress.read)} of {formatCount(total)} {noun}
        {progress.waits ? `. Waiting: ${progress.waits}` : ""}{" "}
        <TextButton onClick={onCancel}>Cancel</TextButton>
      </p>
      <Bar
        size="s"
        shares={[{ tone: "accent", share: total > 0 ? progress.read / total : 0 }]}
        label={`${formatCount(progress.read)} of ${formatCount(total)} read`}
      />
    </div>
  );
}
