import { Link } from "#components/layout/navigation/link.tsx";
import { rowLink, Table, TableBody, TableFoot, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import type { BatchDepositState } from "#lib/deposits/batch-state.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatMoment, formatTime } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import type { ReconciliationState } from "#lib/reconciliation/states.ts";
import { type BatchRow, sumRows, sumRowText } from "../batch-row.ts";
import { BatchStatus } from "../batch-status.tsx";
import { DepositState } from "./deposit-state.tsx";
import { SumCells } from "./sum-cells.tsx";

/** Batches, newest first, with a row that sums what is shown. `total` is how many the filters meet. */
export function BatchTable({
  rows,
  total,
  today,
  states = {},
  deposits,
}: {
  rows: readonly BatchRow[];
  total: number;
  today: string;
  /** How far the reconciliation of each batch is, for those who may see it. */
  states?: Record<string, ReconciliationState> | undefined;
  /** What of each batch reached the bank, for those who match deposits. */
  deposits?: Record<string, BatchDepositState> | undefined;
}) {
  const { sums, summed, unread, isAssumed } = sumRows(rows);
  const [own, ...others] = sums;
  const hasOthers = others.length > 0;
  return (
    <Table label={t("Batches")} cards={3} tight>
      <TableHead>
        <Th>{t("Batch")}</Th>
        <Th drop="l">{t("Key")}</Th>
        <Th>{t("Opened")}</Th>
        <Th drop="m">{t("Closed")}</Th>
        <Th drop="m">{t("Status")}</Th>
        <Th numeric>{t("Sales")}</Th>
        <Th numeric>{t("Refunds")}</Th>
        <Th numeric drop={hasOthers ? "tablet" : undefined}>
          {t("Voids")}
        </Th>
        <Th numeric>{t("Total")}</Th>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <Row
            key={row.key}
            row={row}
            today={today}
            hasOthers={hasOthers}
            state={states[row.key]}
            deposit={deposits?.[row.key]}
          />
        ))}
      </TableBody>
      <TableFoot>
        <Td place="lead">{rows.length === total ? countOf(total, "batch", "batches") : t("This page")}</Td>
        <Td drop="l" />
        {/* Longer than its column, beside which this row is empty. */}
        <Td place="full" className="font-normal text-muted max-lg:whitespace-normal! lg:max-w-0">
          {sumRowText(rows, total)}
        </Td>
        <Td drop="m" />
        <Td drop="m" />
        <SumCells
          sums={summed > 0 && !hasOthers ? own : undefined}
          currencies={hasOthers ? { kind: "several", sums } : unread === 0 ? notAdded : undefined}
          plain={isAssumed}
        />
      </TableFoot>
    </Table>
  );
}

const notAdded = { kind: "several", sums: undefined } as const;

function Row({
  row,
  today,
  hasOthers,
  state,
  deposit,
}: {
  row: BatchRow;
  today: string;
  hasOthers: boolean;
  state: ReconciliationState | undefined;
  deposit: BatchDepositState | undefined;
}) {
  const { key, name, opened, closed, status, sums, currencies, isCurrencyAssumed = false } = row;
  return (
    <Tr>
      <Td place="lead">
        <Link href={paths.batch(key)} aria-label={t("Batch {name}", { name })} className={rowLink}>
          {name}
        </Link>
      </Td>
      <Td drop="l" className="font-mono text-muted">
        {key}
      </Td>
      <Td place="full" className="max-lg:whitespace-normal!">
        {opened ? momentNear(opened, today) : ""}
        <span className="lg:hidden print:hidden">
          {closed && t(" to {moment}", { moment: afterMoment(closed, opened, today) })}
          {(status !== "closed" || !closed || state) && (
            <>
              {" "}
              <BatchStatus status={status} reconciliation={state} />
            </>
          )}
          {deposit && (
            <span className="block">
              <DepositState state={deposit} />
            </span>
          )}
        </span>
      </Td>
      <Td drop="m">{closed ? afterMoment(closed, opened, today) : ""}</Td>
      <Td drop="m">
        <BatchStatus status={status} reconciliation={state} />
        {deposit && (
          <span className="block text-12">
            <DepositState state={deposit} />
          </span>
        )}
      </Td>
      <SumCells sums={sums} currencies={currencies} signs={hasOthers} plain={isCurrencyAssumed} />
    </Tr>
  );
}

/** "Thu, Nov 19, 7:54 AM"; with the year when it is not this one. */
function momentNear(moment: string, today: string): string {
  return formatMoment(moment, { year: moment.slice(0, 4) !== today.slice(0, 4) });
}

/** The time alone when it is on the day of the moment before it. */
function afterMoment(moment: string, before: string | undefined, today: string): string {
  return moment.slice(0, 10) === before?.slice(0, 10) ? formatTime(moment) : momentNear(moment, today);
}
