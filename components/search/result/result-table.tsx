import { useMerchant } from "#components/layout/merchant.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Table, TableBody, TableFoot, TableHead, Td, Th } from "#components/ui/table/table.tsx";
import { formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { columns as allColumns, type ColumnName } from "#lib/search/columns.ts";
import type { FoundTotals, FoundTransaction } from "#lib/search/found.ts";
import { momentIn } from "#lib/time.ts";
import { drops, ResultRow } from "./result-row.tsx";
import { useRowKeys } from "./use-row-keys.ts";

/** The found transactions, newest first, with sums of the whole result. Choosing a row previews it. */
export function ResultTable({
  rows,
  columns,
  totals,
  chosenId,
  onChoose,
  now,
}: {
  rows: readonly FoundTransaction[];
  columns: readonly ColumnName[];
  totals: FoundTotals | undefined;
  chosenId: string | undefined;
  onChoose: (id: string) => void;
  now: number;
}) {
  const { timeZone } = useMerchant();
  const clock = momentIn(timeZone, now);
  const keys = useRowKeys(rows);
  // A phone's card begins with when and how much.
  return (
    <Table label={t("Transactions found")} cards={2} tight>
      <TableHead>
        {columns.map((name) => (
          <Th
            key={name}
            numeric={"isNumber" in allColumns[name]}
            drop={drops[name]}
            {...(name === "time" && newest)}
          >
            {allColumns[name].label}
          </Th>
        ))}
      </TableHead>
      <TableBody>
        {rows.map((row, place) => (
          <ResultRow
            key={keys[place]}
            row={row}
            columns={columns}
            isChosen={row.id === chosenId}
            onChoose={onChoose}
            timeZone={timeZone}
            clock={clock}
          />
        ))}
      </TableBody>
      {totals?.sums && totals.sums.length > 0 && <Sums totals={totals} columns={columns.length} />}
    </Table>
  );
}

const newest = { sort: "descending" } as const;

function Sums({
  totals: { sums = [], count = 0, isMore },
  columns,
}: {
  totals: FoundTotals;
  columns: number;
}) {
  return (
    <TableFoot>
      <Td place="lead">
        {t("All {count}", { count: formatCount(count) })}
        {isMore && "+"}
      </Td>
      <Td span={Math.max(1, columns - 1)} className="text-right" place="full">
        {sums.map(({ currency, sales, refunds, netCents }) => (
          <span key={currency} className="flex flex-wrap justify-end gap-x-4 max-sm:justify-between">
            <span className="font-normal text-muted">
              {tx("Sales {money} {count}", {
                money: formatMoney(sales.cents, { currency: false, code: currency }),
                count: <span className="text-faint">{formatCount(sales.count)}</span>,
              })}
            </span>
            <span className="font-normal text-muted">
              {tx("Refunds {money} {count}", {
                money: formatMoney(refunds.cents, { currency: false, code: currency }),
                count: <span className="text-faint">{formatCount(refunds.count)}</span>,
              })}
            </span>
            <span>{formatMoney(netCents, { code: currency })}</span>
          </span>
        ))}
      </Td>
    </TableFoot>
  );
}
