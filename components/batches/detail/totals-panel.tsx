import { Amount } from "#components/ui/amount.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { Table, TableBody, TableFoot, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { type BatchSums, type CurrencySums, heldCurrencies, type KindSum } from "#lib/batches/batch-sums.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { ownCurrency } from "#lib/gateway/currencies.ts";
import { t } from "#lib/language/t.ts";
import { CurrencyTotals } from "../currency-sums.tsx";

/** The gateway's totals of the batch beside the sums of its transactions, once all of them are there. */
export function TotalsPanel({
  gateway,
  listed,
  isOwnAlone,
  isAssumed = false,
  waiting,
}: {
  gateway: BatchSums;
  /** Whether `isOwnAlone` is assumed, not known. The gateway's totals then have no currency sign. */
  isAssumed?: boolean;
  /** Whether all of it is in the merchant's own currency, as far as is known: otherwise its totals are no money. */
  isOwnAlone: boolean;
  /** The sums of all its transactions by currency, the merchant's own first; undefined while some are not read. */
  listed: CurrencySums[] | undefined;
  /** Shown instead of the comparison until then. */
  waiting: React.ReactNode;
}) {
  const [own, ...others] = listed ?? [];
  const money = (listed ? others.length === 0 : isOwnAlone) ? gateway : undefined;
  const plain = isAssumed && !listed;
  return (
    <Panel aria-labelledby="gateway-total">
      <div className="p-4">
        <h2 id="gateway-total" className="text-13 font-normal text-muted">
          {money ? t("Total by the gateway") : t("Total by currency")}
        </h2>
        {money ? (
          <p>
            <Amount cents={money.total.cents} size="l" plain={plain} />
            {plain && <span className="ml-2 text-13 text-muted">{t("not all payments read yet")}</span>}
          </p>
        ) : (
          <CurrencyTotals sums={listed} missing={t("Not added up yet")} />
        )}
      </div>
      {listed && others.length > 0 && (
        <div className="border-t border-line print:[&_section]:overflow-visible">
          <CurrencyTable sums={listed} />
        </div>
      )}
      {money && (
        <div className="border-t border-line print:[&_section]:overflow-visible">
          <Table label={t("Totals by kind")} dense tight>
            <TableHead>
              <Th>
                <span className="relative">
                  <span className="sr-only">{t("Kind")}</span>
                </span>
              </Th>
              <Th numeric>{t("Gateway's totals")}</Th>
              <Th numeric>{t("Sum of transactions")}</Th>
            </TableHead>
            <TableBody>
              <KindRow kind={t("Sales")} gateway={money.sales} listed={own?.sales} />
              <KindRow kind={t("Refunds")} minus gateway={money.refunds} listed={own?.refunds} />
              <KindRow kind={t("Voids")} aside={t(", not added")} gateway={money.voids} listed={own?.voids} />
            </TableBody>
            <TableFoot>
              <Td>{t("Total")}</Td>
              <SumCell sum={money.total} currency={!plain} />
              <SumCell sum={own?.total} currency />
            </TableFoot>
          </Table>
        </div>
      )}
      <p className="border-t border-line px-4 py-3 text-13 text-muted">
        {own ? <AddsUp gateway={gateway.total} own={own} others={others} /> : waiting}
      </p>
    </Panel>
  );
}

/** Each currency with all its kinds. Currencies are never added up. */
function CurrencyTable({ sums }: { sums: readonly CurrencySums[] }) {
  return (
    <Table label={t("Totals by currency")} dense tight cards={3}>
      <TableHead>
        <Th>{t("Currency")}</Th>
        <Th numeric>{t("Sales")}</Th>
        <Th numeric>{t("Refunds")}</Th>
        <Th numeric>
          {tx("Voids{note}", { note: <span className="font-normal">{t(", not added")}</span> })}
        </Th>
        <Th numeric>{t("Total")}</Th>
      </TableHead>
      <TableBody>
        {heldCurrencies(sums).map(({ currency, sales, refunds, voids, total }) => (
          <Tr key={currency}>
            <Td place="lead">{currency}</Td>
            <KindCell label={t("Sales")} sum={sales} code={currency} />
            <KindCell label={t("Refunds")} sum={refunds} code={currency} minus />
            <KindCell label={t("Voids")} sum={voids} code={currency} />
            <Td numeric place="amount" className="font-semibold" count={formatCount(total.count)}>
              {formatMoney(total.cents, { code: currency })}
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}

function KindCell({
  label,
  sum,
  code,
  minus = false,
}: {
  label: string;
  sum: KindSum;
  code: string;
  minus?: boolean;
}) {
  return (
    <Td numeric label={label} count={formatCount(sum.count)}>
      <span className={sum.cents === 0 ? "text-faint" : undefined}>
        {formatMoney(minus ? -sum.cents : sum.cents, { code })}
      </span>
    </Td>
  );
}

function AddsUp({ gateway, own, others }: { gateway: KindSum; own: CurrencySums; others: CurrencySums[] }) {
  const rule = <span className="text-faint">{t("Total is sales less refunds.")}</span>;
  if (others.length > 0)
    return (
      <StatusLabel tone="warning" icon="warning" wraps>
        {tx(
          "{title} The batch has currencies other than {ownCurrency}. The gateway adds the plain numbers of all of them ({money}), which is not an amount of money; here each currency is totaled separately.",
          {
            title: <b>{t("Not compared.")}</b>,
            ownCurrency,
            money: formatMoney(gateway.cents, { currency: false }),
          },
        )}
      </StatusLabel>
    );
  const listed = own.total;
  const differs = gateway.cents - listed.cents;
  if (differs !== 0)
    return (
      <StatusLabel tone="declined" icon="differs" wraps>
        {tx(
          differs > 0
            ? "{title} The gateway's total is more than the sum of its {transactions}. {rule}"
            : "{title} The gateway's total is less than the sum of its {transactions}. {rule}",
          {
            title: <b>{t("Differs by {money}.", { money: formatMoney(Math.abs(differs)) })}</b>,
            transactions: countOf(listed.count, "transaction"),
            rule,
          },
        )}
      </StatusLabel>
    );
  return (
    <StatusLabel tone="approved" icon="equal" wraps>
      {tx(
        gateway.count === listed.count
          ? "{title} The gateway's total equals the sum of its {transactions}. {rule}"
          : "{title} The gateway's total equals the sum of its {transactions}, though it counts {count}. {rule}",
        {
          title: <b>{t("Agrees.")}</b>,
          transactions: countOf(listed.count, "transaction"),
          count: formatCount(gateway.count),
          rule,
        },
      )}
    </StatusLabel>
  );
}

function KindRow({
  kind,
  aside,
  minus = false,
  gateway,
  listed,
}: {
  kind: string;
  aside?: string;
  minus?: boolean;
  gateway: KindSum;
  listed: KindSum | undefined;
}) {
  return (
    <Tr>
      <Td className="whitespace-normal!">
        {kind}
        {aside && <span className="text-faint">{aside}</span>}
      </Td>
      <SumCell sum={gateway} minus={minus} />
      <SumCell sum={listed} minus={minus} />
    </Tr>
  );
}

function SumCell({
  sum,
  minus = false,
  currency = false,
}: {
  sum: KindSum | undefined;
  minus?: boolean;
  currency?: boolean;
}) {
  if (!sum)
    return (
      <Td numeric className="relative font-normal text-faint">
        <span aria-hidden="true">—</span>
        <span className="sr-only">{t("not compared")}</span>
      </Td>
    );
  return (
    <Td numeric place="amount" count={formatCount(sum.count)}>
      {formatMoney(minus ? -sum.cents : sum.cents, { currency })}{" "}
    </Td>
  );
}
