import Link from "next/link";
import type { ReactNode } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { State } from "#components/ui/status/state.tsx";
import { Table, TableBody, TableFoot, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { formatCount } from "#lib/format/counts.ts";
import { formatRecent } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { currencyOf } from "#lib/gateway/currencies.ts";
import { t } from "#lib/language/t.ts";
import { customerName } from "#lib/payments/customer-name.ts";
import { columns as allColumns, type ColumnName, paidWith, typeLabel } from "#lib/search/columns.ts";
import type { FoundTotals, FoundTransaction } from "#lib/search/found.ts";
import { momentIn } from "#lib/time.ts";
import { foundAppearance } from "./found-appearance.ts";
import { pathOf } from "./path-of.ts";

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
        {rows.map((row) => (
          <Tr
            key={row.id}
            id={`row-${row.id}`}
            selected={row.id === chosenId}
            onClick={() => onChoose(row.id)}
          >
            {columns.map((name, place) => (
              <Cell key={name} name={name} isLead={place === 0} row={row}>
                {place === 0 ? (
                  <Link
                    href={pathOf(row)}
                    className="inline-block leading-6 font-semibold first-letter:uppercase max-xl:after:absolute max-xl:after:inset-0"
                  >
                    {contentOf(name, row, timeZone, clock) || t("Open ~verb")}
                  </Link>
                ) : (
                  contentOf(name, row, timeZone, clock)
                )}
              </Cell>
            ))}
          </Tr>
        ))}
      </TableBody>
      {totals?.sums && totals.sums.length > 0 && <Sums totals={totals} columns={columns.length} />}
    </Table>
  );
}

/** Takes the width that the others leave. */
const widest = "max-sm:wrap-anywhere sm:w-full sm:min-w-24 sm:max-w-0 sm:truncate";

/** A phone's card has room for more lines. */
const narrow = "max-sm:wrap-anywhere sm:max-w-56 sm:truncate";

const newest = { sort: "descending" } as const;

/** Columns that a tablet has no room for. */
const drops: Partial<Record<ColumnName, "tablet">> = { paidWith: "tablet" };

function Cell({
  name,
  isLead,
  children,
}: {
  name: ColumnName;
  isLead: boolean;
  row: FoundTransaction;
  children: ReactNode;
}) {
  const { label } = allColumns[name];
  const isNumber = "isNumber" in allColumns[name];
  const place = isLead ? "lead" : name === "amount" ? "amount" : undefined;
  return (
    <Td
      numeric={isNumber}
      {...(place ? { place } : { label })}
      drop={drops[name]}
      className={name === "amount" ? "font-semibold" : name === "customer" ? widest : narrow}
    >
      {children}
    </Td>
  );
}

function contentOf(name: ColumnName, row: FoundTransaction, timeZone: string, clock: string): ReactNode {
  const money = (cents: number | undefined) =>
    cents === undefined ? "" : formatMoney(cents, { currency: false, code: row.currency });
  switch (name) {
    case "time":
      return formatRecent(momentIn(timeZone, row.createdAt), clock, { today: "today " });
    case "customer":
      return (
        <span className={row.customer ? undefined : "text-faint"}>
          {customerName(row.customer, row.tender)}
        </span>
      );
    case "paidWith":
      return <span className="text-muted">{paidWith(row)}</span>;
    case "type":
      return typeLabel(row);
    case "status": {
      const { tone, icon, word } = foundAppearance(row);
      return (
        <State tone={tone} icon={icon} wraps>
          {word}
        </State>
      );
    }
    case "amount":
      return money(row.cents && (row.givesBack ? -row.cents : row.cents));
    case "net":
      return money(row.netCents);
    case "refunded":
      return row.refundedCents > 0 ? money(row.refundedCents) : "";
    case "tip":
      return money(row.tipCents);
    case "tax":
      return money(row.taxCents);
    case "currency":
      return currencyOf(row.currency).code;
    case "invoice":
      return row.invoice;
    case "order":
      return row.orderid;
    case "clerk":
      return row.takenBy;
    case "batch":
      return row.batchNumber ?? row.batchKey;
    case "authorization":
      return row.authcode;
    case "reference":
      return row.refnum;
    case "key":
      return row.key;
  }
}

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
              {tx("Sales {money} {span}", {
                money: formatMoney(sales.cents, { currency: false, code: currency }),
                span: <span className="text-faint">{formatCount(sales.count)}</span>,
              })}
            </span>
            <span className="font-normal text-muted">
              {tx("Refunds {money} {span}", {
                money: formatMoney(refunds.cents, { currency: false, code: currency }),
                span: <span className="text-faint">{formatCount(refunds.count)}</span>,
              })}
            </span>
            <span>{formatMoney(netCents, { code: currency })}</span>
          </span>
        ))}
      </Td>
    </TableFoot>
  );
}
