import { useMerchant } from "#components/layout/merchant.tsx";
import { Tick, TickList } from "#components/ui/list/tick-list.tsx";
import { State } from "#components/ui/status/state.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import type { FilePreview, PreviewLine } from "#lib/deposits/deposits-view.ts";
import { bankFormats } from "#lib/deposits/file/bank-file.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatDay } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { momentIn } from "#lib/time.ts";

type Preview = Extract<FilePreview, { kind: "read" }>;

/** The lines of a file, and what is new, here already or unreadable. */
export function PreviewTable({ preview }: { preview: Preview }) {
  const { lines, counts } = preview;
  const all = counts.new + counts.here + counts.possible;
  return (
    <>
      <div className="max-h-72 overflow-y-auto rounded-md border border-line">
        <Table label="Lines of the file" dense cards={2}>
          <TableHead>
            <Th>Date</Th>
            <Th>Description</Th>
            <Th>State</Th>
            <Th numeric>Amount</Th>
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
          The first {lines.length} of {countOf(all, "line")}.
        </p>
      )}
      <Findings preview={preview} all={all} />
    </>
  );
}

function Findings({ preview, all }: { preview: Preview; all: number }) {
  const { timeZone } = useMerchant();
  const { format, account, counts, unreadable, unreadableCount, pending, importedBefore } = preview;
  return (
    <div role="status">
      <TickList>
        <Tick>{[bankFormats[format], account, countOf(all, "line")].filter(Boolean).join(", ")}</Tick>
        {importedBefore && (
          <Tick tone="neutral" icon="info">
            This file was imported by {importedBefore.by} on{" "}
            {formatDay(momentIn(timeZone, importedBefore.at))}.
          </Tick>
        )}
        {counts.here > 0 && (
          <Tick tone="neutral" icon="info">
            {counts.here === all
              ? `All ${countOf(all, "line")} of this file are here already.`
              : `${countOf(counts.here, "line is", "lines are")} here already and will be skipped.`}
          </Tick>
        )}
        {pending > 0 && (
          <Tick tone="neutral" icon="info">
            {countOf(pending, "line isn't", "lines aren't")} booked by the bank yet and will be skipped.
          </Tick>
        )}
        {unreadable.slice(0, 5).map(({ line, reason }) => (
          <Tick key={line} tone="warning" icon="warning">
            Line {line}: {reason} It will be skipped.
          </Tick>
        ))}
        {unreadableCount > 5 && (
          <Tick tone="warning" icon="warning">
            {countOf(unreadableCount - 5, "more row")} can't be read.
          </Tick>
        )}
      </TickList>
    </div>
  );
}

function LineState({ state }: { state: PreviewLine["state"] }) {
  if (state === "new")
    return (
      <State tone="approved" icon="plus">
        New
      </State>
    );
  return state === "here" ? (
    <State tone="neutral" icon="equal">
      Here already
    </State>
  ) : (
    <State tone="warning" icon="warning">
      Possible duplicate
    </State>
  );
}
