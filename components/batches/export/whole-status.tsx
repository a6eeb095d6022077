import { TextButton } from "#components/ui/button/text-button.tsx";
import { Bar } from "#components/ui/chart/bar.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { formatCount } from "#lib/format/counts.ts";
import { t, text } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import type { WholeProgress } from "./read-whole.ts";

export type ListedThings = "transactions" | "batches";

const texts = {
  transactions: {
    failed: text("Couldn't read all {count} transactions."),
    reading: text("Reading {count} of {count2} transactions"),
    waiting: text("Reading {count} of {count2} transactions. Waiting: {waits}"),
  },
  batches: {
    failed: text("Couldn't read all {count} batches."),
    reading: text("Reading {count} of {count2} batches"),
    waiting: text("Reading {count} of {count2} batches. Waiting: {waits}"),
  },
} as const;

/** How far the reading of a whole list is, or why it failed: then nothing was printed and nothing saved. */
export function WholeStatus({
  of,
  total: expected,
  progress,
  failed,
  onCancel,
  onRetry,
}: {
  of: ListedThings;
  total: number;
  progress: WholeProgress | undefined;
  failed: string | undefined;
  onCancel: () => void;
  onRetry: () => void;
}) {
  if (failed !== undefined)
    return (
      <p role="alert" className="text-13 print:hidden">
        {tx("{title} Nothing was printed or saved. {failed}", {
          title: <b>{t(texts[of].failed, { count: formatCount(expected) })}</b>,
          failed: translate(failed),
        })}{" "}
        <TextButton onClick={onRetry}>{t("Try again")}</TextButton>
      </p>
    );
  if (!progress) return null;
  const total = progress.total ?? expected;
  return (
    <div role="status" className="grid gap-2 text-13 text-muted print:hidden">
      <p>
        {progress.waits
          ? t(texts[of].waiting, {
              count: formatCount(progress.read),
              count2: formatCount(total),
              waits: translate(progress.waits),
            })
          : t(texts[of].reading, { count: formatCount(progress.read), count2: formatCount(total) })}{" "}
        <TextButton onClick={onCancel}>{t("Cancel")}</TextButton>
      </p>
      <Bar
        size="s"
        shares={[{ tone: "accent", share: total > 0 ? progress.read / total : 0 }]}
        label={t("{count} of {count2} read", {
          count: formatCount(progress.read),
          count2: formatCount(total),
        })}
      />
    </div>
  );
}
