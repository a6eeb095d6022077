import { memo, type ReactNode } from "react";
import { Link } from "#components/layout/navigation/link.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { Td, Tr } from "#components/ui/table/table.tsx";
import { formatRecent } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { currencyOf } from "#lib/gateway/currencies.ts";
import { t } from "#lib/language/t.ts";
import { customerName } from "#lib/payments/customer-name.ts";
import { indexedState } from "#lib/payments/transaction-labels.ts";
import { columns as allColumns, type ColumnName, paidWith, typeLabel } from "#lib/search/columns.ts";
import type { FoundTransaction } from "#lib/search/found.ts";
import { momentIn } from "#lib/time.ts";
import { pathOf } from "./path-of.ts";

/** A found transaction. Rendered only when something of it changed: the list is rendered several times for a page turn. */
export const ResultRow = memo(function ResultRow({
  row,
  columns,
  isChosen,
  onChoose,
  timeZone,
  clock,
}: {
  row: FoundTransaction;
  columns: readonly ColumnName[];
  isChosen: boolean;
  onChoose: (id: string) => void;
  timeZone: string;
  /** Now, as the gateway writes it. */
  clock: string;
}) {
  const href = pathOf(row);
  return (
    <Tr id={`row-${row.id}`} selected={isChosen} onClick={() => onChoose(row.id)}>
      {columns.map((name, place) => (
        <Cell key={name} name={name} isLead={place === 0}>
          {place === 0 ? (
            <Link
              href={href}
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
  );
});

/** Takes the width that the others leave. */
const widest = "max-sm:wrap-anywhere sm:w-full sm:min-w-24 sm:max-w-0 sm:truncate";

/** A phone's card has room for more lines. */
const narrow = "max-sm:wrap-anywhere sm:max-w-56 sm:truncate";

/** Columns that a tablet has no room for. */
export const drops: Partial<Record<ColumnName, "tablet">> = { paidWith: "tablet" };

function Cell({ name, isLead, children }: { name: ColumnName; isLead: boolean; children: ReactNode }) {
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
      const { tone, icon, word } = indexedState(row);
      return (
        <StatusLabel tone={tone} icon={icon} wraps>
          {word}
        </StatusLabel>
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
