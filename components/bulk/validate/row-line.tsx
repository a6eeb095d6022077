import { useMerchant } from "#components/layout/merchant.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { cx } from "#components/ui/cx.ts";
import { Icon, type IconName } from "#components/ui/icon/icon.tsx";
import { type Tone, toneText } from "#components/ui/status/tone.ts";
import { formatCount } from "#lib/format/counts.ts";
import { t, translated } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { formatRepeat } from "./worker/format-repeat.ts";
import type { RowStatus, ShownRow } from "./worker/worker-messages.ts";

/** The columns of the table of rows; below 640 px the last three are stacked. */
export const lineGrid =
  "grid grid-cols-[4.5rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 sm:grid-cols-[3.5rem_5rem_6.5rem_minmax(0,1fr)_minmax(0,1fr)_5.5rem] sm:px-6";

/** One row: what is wrong with it and what becomes of it. Its cell is masked. */
export function RowLine({
  line,
  index,
  isFixing,
  isFixed,
  onFix,
  onDecide,
}: {
  line: ShownRow;
  index: number;
  isFixing: boolean;
  isFixed: boolean;
  onFix: () => void;
  onDecide: (isSent: boolean) => void;
}) {
  const { timeZone } = useMerchant();
  const { column, value, wrong, fix } = toCellsOf(line, timeZone);
  const appearance = appearances[line.status];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a tr can't be positioned, as rows of a long list are
    // biome-ignore lint/a11y/useFocusableInteractive: the button in it is what acts
    <div
      role="row"
      aria-rowindex={index + 2}
      className={cx(lineGrid, "h-full py-1.5 hover:bg-sunken max-sm:content-center")}
    >
      <Cell className="flex items-center gap-1.5 font-semibold">
        <Icon name={appearance.icon} className={toneText[appearance.tone]} />
        <span className="sr-only">{t("{word}, row", { word: appearance.word })} </span>
        {formatCount(line.row)}
      </Cell>
      <Cell className="font-mono text-muted wrap-anywhere max-sm:col-start-2 max-sm:row-start-1">
        {column}
      </Cell>
      <Cell className="font-mono wrap-anywhere max-sm:col-span-full">
        <span className="line-clamp-2 max-sm:line-clamp-1">{value}</span>
      </Cell>
      <Cell className="max-sm:col-span-full">
        <span className="line-clamp-2" title={wrong}>
          {wrong}
        </span>
      </Cell>
      <Cell className="text-12 text-muted max-sm:col-span-full">
        <span className="line-clamp-3 max-sm:line-clamp-2">{fix}</span>
      </Cell>
      <Cell className="text-right max-sm:col-start-3 max-sm:row-start-1">
        {isFixed ? (
          <span className="text-muted">{line.isSent ? t("Included") : t("Excluded")}</span>
        ) : (
          <Decision line={line} isFixing={isFixing} onFix={onFix} onDecide={onDecide} />
        )}
      </Cell>
    </div>
  );
}

function Decision({
  line: { status, row, isSent },
  isFixing,
  onFix,
  onDecide,
}: {
  line: ShownRow;
  isFixing: boolean;
  onFix: () => void;
  onDecide: (isSent: boolean) => void;
}) {
  const about = t("row {count}", { count: formatCount(row) });
  if (status === "error")
    return (
      <Button size="s" aria-expanded={isFixing} aria-label={t("Fix {about}", { about })} onClick={onFix}>
        {t("Fix")}
      </Button>
    );
  return isSent ? (
    <Button size="s" aria-label={t("Exclude {about}", { about })} onClick={() => onDecide(false)}>
      {t("Exclude")}
    </Button>
  ) : (
    <Button size="s" aria-label={t("Send {about} too", { about })} onClick={() => onDecide(true)}>
      {t("Send too")}
    </Button>
  );
}

function toCellsOf({ status, problems, repeats, about, isSent }: ShownRow, timeZone: string) {
  const [problem] = problems;
  if (repeats)
    return {
      column: t("whole row"),
      value: about,
      wrong: formatRepeat(repeats, timeZone),
      fix: isSent ? t("Will be sent too") : t("Excluded unless you send it too"),
    };
  const column = problem?.column ?? t("whole row");
  if (status === "fixed") return { column, value: about, wrong: t("Fixed"), fix: t("Will be sent") };
  // The worker that found them writes English.
  const wrong = problems.map(({ reason }) => translate(reason)).join("; ");
  return { column, value: problem?.value, wrong, fix: problem && translate(problem.fix) };
}

function Cell({ className, children }: { className?: string; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a td is only valid in a tr
    <div role="cell" className={cx("min-w-0", className)}>
      {children}
    </div>
  );
}

const appearances = translated(["word"], {
  error: { tone: "declined", icon: "declined", word: "Error" },
  repeated: { tone: "warning", icon: "warning", word: "Repeated" },
  fixed: { tone: "approved", icon: "approved", word: "Fixed" },
} as const satisfies Record<RowStatus, { tone: Tone; icon: IconName; word: string }>);
