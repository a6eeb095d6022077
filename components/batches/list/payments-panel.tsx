import { useQuery } from "@tanstack/react-query";
import { Link } from "#components/layout/navigation/link.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { Table, TableBody, TableFoot, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import type { BatchFilters } from "#lib/batches/batch-list.ts";
import {
  type CurrencyPayments,
  type PaymentGroup,
  type PaymentSum,
  paymentDays,
} from "#lib/batches/payment-totals.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatDayRange } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t, translated } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { batchPaymentsQuery } from "#lib/queries/batches.ts";
import { toBatchSearch } from "../page-search.ts";

/** All payments of the filtered days by tender, card brand and clerk. Each figure leads to its payments. */
export function PaymentsPanel({ filters }: { filters: BatchFilters }) {
  const days = paymentDays(filters);
  const { openedFrom, openedTo, closedFrom, closedTo } = filters;
  const { data, isError } = useQuery({
    ...batchPaymentsQuery(toBatchSearch({ openedFrom, openedTo, closedFrom, closedTo })),
    enabled: days !== undefined,
  });
  const title = t("Payments by tender, brand and clerk");
  if (!days)
    return (
      <Panel aria-label={title} className="print:hidden">
        <p className="px-4 py-3 text-13 text-muted">
          {t("Choose days to see their payments by tender, card brand and clerk, with checks and cash.")}
        </p>
      </Panel>
    );
  return (
    <Panel aria-label={title} className="print:break-inside-auto!">
      <PanelHead
        title={title}
        sub={formatDayRange({ from: days.from || undefined, to: days.to || undefined })}
      />
      {!data && (
        <p className="p-4">
          {isError ? t("The payments could not be read.") : <Spinner>{t("Adding up")}</Spinner>}
        </p>
      )}
      {data?.kind === "tooMany" && (
        <p className="p-4 text-muted">
          {t("Too many payments to add up while you wait. Choose fewer days.")}
        </p>
      )}
      {data?.kind === "known" && data.currencies.length === 0 && (
        <p className="p-4 text-muted">{t("No payment on these days.")}</p>
      )}
      {data?.kind === "known" &&
        data.currencies.map((payments) => <Payments key={payments.currency} payments={payments} />)}
      {data?.kind === "known" && (
        <p className="border-t border-line px-4 py-3 text-13 text-muted">
          {t("Payments made on these days, in any batch or none.")}
          {!data.isComplete && t(" Earlier batches are still being read: the figures may grow.")}
        </p>
      )}
    </Panel>
  );
}

const headings: Record<PaymentGroup["by"], string> = translated("*", {
  tender: "Tender",
  brand: "Card brand",
  clerk: "Clerk",
});

function Payments({ payments: { currency, groups, all } }: { payments: CurrencyPayments }) {
  return (
    <div className="print:[&_section]:overflow-visible">
      <Table label={t("Payments in {currency}", { currency })} cards={3} tight dense>
        <TableHead>
          <Th>{currency}</Th>
          <Th numeric>{t("Sales")}</Th>
          <Th numeric>{t("Refunds")}</Th>
          <Th numeric>{t("Net")}</Th>
        </TableHead>
        {groups.map(({ by, rows }) => (
          <TableBody key={by}>
            <Tr>
              <th
                scope="rowgroup"
                colSpan={4}
                className="border-b border-line bg-sunken px-4 py-1 text-left text-12 text-muted max-sm:col-span-full max-sm:-mx-4 max-sm:-my-3"
              >
                {headings[by]}
              </th>
            </Tr>
            {rows.map((row) => (
              <SumRow key={row.label} sum={row} currency={currency} />
            ))}
          </TableBody>
        ))}
        <TableFoot>
          <SumCells sum={all} currency={currency} />
        </TableFoot>
      </Table>
    </div>
  );
}

const SumRow = (props: { sum: PaymentSum; currency: string }) => (
  <Tr>
    <SumCells {...props} />
  </Tr>
);

function SumCells({ sum, currency }: { sum: PaymentSum; currency: string }) {
  const { sales, refunds, netCents, found } = sum;
  const label = translate(sum.label);
  return (
    <>
      <Td place="lead" className="wrap-anywhere whitespace-normal!">
        {label}
      </Td>
      <Td numeric label={t("Sales")} count={formatCount(sales.count)}>
        <Figure cents={sales.cents} to={found?.sales} label={t("{label}, sales", { label })} />
      </Td>
      <Td numeric label={t("Refunds")} count={formatCount(refunds.count)}>
        <Figure cents={refunds.cents} to={found?.refunds} label={t("{label}, refunds", { label })} />
      </Td>
      <Td numeric place="amount" className="font-semibold" count={formatCount(sales.count + refunds.count)}>
        <Figure cents={netCents} to={found?.all} label={t("{label}, net", { label })} currency={currency} />
      </Td>
    </>
  );
}

/** An amount that leads to the payments in it. */
function Figure({
  cents,
  to,
  label,
  currency,
}: {
  cents: number;
  to: string | undefined;
  label: string;
  /** Without one, the amount has no sign of a currency. */
  currency?: string;
}) {
  const text = formatMoney(cents, currency ? { code: currency } : { currency: false });
  if (to === undefined || (cents === 0 && !currency))
    return <span className={cents === 0 ? "text-faint" : undefined}>{text}</span>;
  return (
    <Link href={paths.search(to)} aria-label={`${label}: ${text}`}>
      {text}
    </Link>
  );
}
