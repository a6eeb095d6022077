import { useMerchant } from "#components/layout/merchant.tsx";
import { Checklist, ChecklistItem } from "#components/ui/list/checklist.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import type { FilePreview, PreviewLine } from "#lib/deposits/deposits-view.ts";
import { bankFormats } from "#lib/deposits/file/bank-file.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatDay } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { momentIn } from "#lib/time.ts";

type Preview = Extract<FilePreview, { kind: "read" }>;

/** The lines of a file, and what is new, here already or unreadable. */
export function PreviewTable({ preview }: { preview: Preview }) {
  const { lines, counts } = preview;
  const all = counts.new + counts.here + counts.possible;
  return (
    <>
      <div className="max-h-72 overflow-y-auto rounded-md border border-line">
        <Table label={t("Lines of the file")} dense cards={2}>
          <TableHead>
            <Th>{t("Date")}</Th>
            <Th>{t("Description")}</Th>
            <Th>{t("State")}</Th>
            <Th numeric>{t("Amount")}</Th>
          </TableHead>
          <TableBody>
            {lines.map((line, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines of a file may be equal
              <Tr key={place}>
                <Td className="whitespace-nowrap">{formatDay(line.day)}</Td>
                <Td place="full" className="wrap-anywhere text-muted">
                  {line.description || line.trace}
                </Td>
                <Td>
                  <LineState state={line.state} />
                </Td>
                <Td numeric place="amount">
                  {formatMoney(line.cents, { currency: false, code: line.currency })}
                </Td>
              </Tr>
            ))}
          </TableBody>
        </Table>
      </div>
      {all > lines.length && (
        <p className="text-13 text-muted">
          {t("The first {count} of {lines}.", { count: lines.length, lines: countOf(all, "line") })}
        </p>
      )}
      <Findings preview={preview} all={all} />
    </>
  );
}

function Findings({ preview, all }: { preview: Preview; all: number }) {
  const { timeZone } = useMerchant();
  const { format, account, counts, unreadable, unreadableCount, pending, leftOut, importedBefore } = preview;
  return (
    <div role="status">
      <Checklist>
        <ChecklistItem>
          {[bankFormats[format], account && translate(account), countOf(all, "line")]
            .filter(Boolean)
            .join(", ")}
        </ChecklistItem>
        {importedBefore && (
          <ChecklistItem tone="neutral" icon="info">
            {t("This file was imported by {by} on {day}.", {
              by: importedBefore.by,
              day: formatDay(momentIn(timeZone, importedBefore.at)),
            })}
          </ChecklistItem>
        )}
        {counts.here > 0 && (
          <ChecklistItem tone="neutral" icon="info">
            {counts.here === all && all > 1
              ? t("All {lines} of this file already exist.", { lines: countOf(all, "line") })
              : all === 1
                ? t("The only line of this file already exists.")
                : counts.here === 1
                  ? t("1 line already exists and will be skipped.")
                  : t("{lines} already exist and will be skipped.", {
                      lines: countOf(counts.here, "line"),
                    })}
          </ChecklistItem>
        )}
        {pending > 0 && (
          <ChecklistItem tone="neutral" icon="info">
            {pending === 1
              ? t("1 line isn't booked by the bank yet and will be skipped.")
              : t("{lines} aren't booked by the bank yet and will be skipped.", {
                  lines: countOf(pending, "line"),
                })}
          </ChecklistItem>
        )}
        {leftOut?.map((sentence) => (
          <ChecklistItem key={sentence} tone="neutral" icon="info">
            {translate(sentence)}
          </ChecklistItem>
        ))}
        {unreadable.slice(0, maxReasons).map(({ line, reason }) => (
          <ChecklistItem key={line} tone="warning" icon="warning">
            {t("Line {line}: {reason} It will be skipped.", { line, reason: translate(reason) })}
          </ChecklistItem>
        ))}
        {unreadableCount > maxReasons && (
          <ChecklistItem tone="warning" icon="warning">
            {t("{rows} can't be read.", { rows: countOf(unreadableCount - maxReasons, "more row") })}
          </ChecklistItem>
        )}
      </Checklist>
    </div>
  );
}

const maxReasons = 20;

function LineState({ state }: { state: PreviewLine["state"] }) {
  if (state === "new")
    return (
      <StatusLabel tone="approved" icon="plus">
        {t("New")}
      </StatusLabel>
    );
  return state === "here" ? (
    <StatusLabel tone="neutral" icon="equal">
      {t("Here already")}
    </StatusLabel>
  ) : (
    <StatusLabel tone="warning" icon="warning">
      {t("Possible duplicate")}
    </StatusLabel>
  );
}
