import { Amount } from "#components/ui/amount.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { State } from "#components/ui/state.tsx";
import { Table, TableBody, TableFoot, TableHead, Td, Th, Tr } from "#components/ui/table.tsx";
import type { BatchSums, CurrencySums, KindSum } from "#lib/batch-sums.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { ownCurrency } from "#lib/gateway/currencies.ts";
import { CurrencyTotals } from "./currency-sums.tsx";

/** What the gateway says the batch holds, beside what its transactions add up to once all of them are there. */
export function TotalsPanel({
  gateway,
  listed,
  isOwnAlone,
  waiting,
}: {
  gateway: BatchSums;
  /** Whether all of it is in the merchant's own currency, as far as is known: otherwise its totals are no money. */
  isOwnAlone: boolean;
  /** The sums of all its transactions by currency, the merchant's own first; undefined while some are not read. */
  listed: CurrencySums[] | undefined;
  /** Shown instead of the comparison until then. */
  waiting: React.ReactNode;
}) {
  const [own, ...others] = listed ?? [];
  const money = (listed ? others.length === 0 : isOwnAlone) ? gateway : undefined;
  return (
    <Panel aria-labelledby="gateway-total">
      <div className="p-4">
        <h2 id="gateway-total" className="text-13 font-normal text-muted">
          {money ? "Total by the gateway" : "Total by currency"}
        </h2>
        {money ? (
          <p>
            <Amount cents={money.total.cents} size="l" />
          </p>
        ) : (
          <CurrencyTotals sums={listed} missing="Not added up yet" />
        )}
      </div>
      <div className="border-t border-line print:[&_section]:overflow-visible">
        <Table label="Totals by kind" dense tight>
          <TableHead>
            <Th>
              <span className="relative">
                <span className="sr-only">Kind</span>
              </span>
            </Th>
            {money && <Th numeric>Gateway's totals</Th>}
            <Th numeric>Sum of transactions</Th>
          </TableHead>
          <TableBody>
            <KindRow kind="Sales" gateway={money?.sales} listed={own?.sales} />
            <KindRow kind="Refunds" minus gateway={money?.refunds} listed={own?.refunds} />
            <KindRow kind="Voids" aside=", not added" gateway={money?.voids} listed={own?.voids} />
            {others.map(({ currency, total }) => (
              <Tr key={currency}>
                <Td>{currency}</Td>
                <SumCell sum={total} code={currency} />
              </Tr>
            ))}
          </TableBody>
          <TableFoot>
            <Td>{!money ? `Total in ${ownCurrency}` : "Total"}</Td>
            {money && <SumCell sum={money.total} currency />}
            <SumCell sum={own?.total} currency />
          </TableFoot>
        </Table>
      </div>
      <p className="border-t border-line px-4 py-3 text-13 text-muted">
        {own ? <AddsUp gateway={gateway.total} own={own} others={others} /> : waiting}
      </p>
    </Panel>
  );
}

function AddsUp({ gateway, own, others }: { gateway: KindSum; own: CurrencySums; others: CurrencySums[] }) {
  const rule = <span className="text-faint">Total is sales less refunds.</span>;
  if (others.length > 0)
    return (
      <State tone="warning" icon="warning" wraps>
        <b>Not compared.</b> The batch holds other currencies than {ownCurrency}. The gateway adds the plain
        numbers of all of them ({formatMoney(gateway.cents, { currency: false })}), which is no amount of
        money; here each currency is summed by itself.
      </State>
    );
  const listed = own.total;
  const differs = gateway.cents - listed.cents;
  if (differs !== 0)
    return (
      <State tone="declined" icon="differs" wraps>
        <b>Differs by {formatMoney(Math.abs(differs))}.</b> The gateway's total is{" "}
        {differs > 0 ? "more" : "less"} than the sum of its {countOf(listed.count, "transaction")}. {rule}
      </State>
    );
  return (
    <State tone="approved" icon="equal" wraps>
      <b>Agrees.</b> The gateway's total equals the sum of its {countOf(listed.count, "transaction")}
      {gateway.count === listed.count ? "" : `, though it counts ${formatCount(gateway.count)}`}. {rule}
    </State>
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
  gateway: KindSum | undefined;
  listed: KindSum | undefined;
}) {
  return (
    <Tr>
      <Td className="whitespace-normal!">
        {kind}
        {aside && <span className="text-faint">{aside}</span>}
      </Td>
      {gateway && <SumCell sum={gateway} minus={minus} />}
      <SumCell sum={listed} minus={minus} />
    </Tr>
  );
}

function SumCell({
  sum,
  minus = false,
  currency = false,
  code,
}: {
  sum: KindSum | undefined;
  minus?: boolean;
  currency?: boolean;
  code?: string;
}) {
  if (!sum)
    return (
      <Td numeric className="relative font-normal text-faint">
        <span aria-hidden="true">—</span>
        <span className="sr-only">not compared</span>
      </Td>
    );
  return (
    <Td numeric place="amount" count={formatCount(sum.count)}>
      {formatMoney(minus ? -sum.cents : sum.cents, { currency, code })}{" "}
    </Td>
  );
}
