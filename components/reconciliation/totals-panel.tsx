import { Amount } from "#components/ui/amount.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { Table, TableBody, TableFoot, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import type { KindSum } from "#lib/batches/batch-sums.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { ownCurrency } from "#lib/gateway/currencies.ts";
import { t, text } from "#lib/language/t.ts";
import { netOf, type Sums } from "#lib/reconciliation/entries.ts";
import type { Figures } from "#lib/reconciliation/reconciliation.ts";
import { Difference, formatSigned } from "./difference.tsx";

/** The gateway's total, the journal with all causes, what is left, and the three sides by kind. */
export function TotalsPanel({ figures }: { figures: Figures }) {
  const { total, header, transactions, journal, remainder, others = [], plainTotal } = figures;
  if (!figures.isWhole) return <UnreadTotals figures={figures} />;
  return (
    <Panel aria-labelledby="reconciliation-total" roomy>
      <dl className="grid gap-4 px-4 py-5 sm:grid-cols-3 sm:px-6">
        <Figure label={t("Gateway's total")} id="reconciliation-total" cents={total.cents} />
        <Figure label={journalLabel(figures)} cents={total.cents - remainder} soft />
        <Figure
          label={t("Left without a cause")}
          cents={remainder}
          className={remainder === 0 ? "text-approved" : "text-warning"}
        />
      </dl>
      <div className="border-t border-line print:[&_section]:overflow-visible">
        <Table label={t("Gateway and journal by kind")} cards={3} tight>
          <TableHead>
            <Th>
              <span className="relative">
                <span className="sr-only">{t("Kind")}</span>
              </span>
            </Th>
            <Th numeric>{t("Gateway's totals")}</Th>
            <Th numeric>{t("Its transactions")}</Th>
            <Th numeric>{t("Our journal")}</Th>
            <Th numeric>{t("Gateway less journal")}</Th>
          </TableHead>
          <TableBody>
            {kinds.map(({ kind, label, aside, of }) => (
              <Tr key={kind}>
                <Td place="full">
                  {t(label)}
                  {aside && <span className="text-faint">{t(aside)}</span>}
                </Td>
                <Sides gateway={of(header)} listed={of(transactions)} journal={of(journal)} />
              </Tr>
            ))}
          </TableBody>
          <TableFoot>
            <Td place="full">{t("Total")}</Td>
            <Sides gateway={total} listed={wholeOf(transactions)} journal={wholeOf(journal)} currency />
          </TableFoot>
        </Table>
      </div>
      <p className="border-t border-line px-4 py-3 text-13 text-muted sm:px-6">
        <Recomputed figures={figures} />{" "}
        <span className="text-faint">{t("Total is sales less refunds.")}</span>
        {plainTotal && (
          <span className="block">
            {t(
              "The gateway's own total, {money}, adds the numbers of all currencies. The figures above leave the others out; each is compared separately below.",
              { money: formatMoney(plainTotal.cents, { currency: false }) },
            )}
          </span>
        )}
      </p>
      {others.map((side) => (
        <OtherCurrency key={side.currency} side={side} />
      ))}
    </Panel>
  );
}

/** How many causes the figure adds: those of other currencies are in their own tables. */
function journalLabel({ causeSums }: Figures): string {
  const own = causeSums.filter(({ currency }) => currency === undefined);
  const count = own.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return t("Our journal");
  const causes = countOf(count, "cause");
  return own.length === causeSums.length
    ? t("Our journal with {causes}", { causes })
    : t("Our journal with {causes} in {currency}", { causes, currency: ownCurrency });
}

/** Before all transactions are read nothing is compared, and the total may hold several currencies. */
function UnreadTotals({ figures: { total } }: { figures: Figures }) {
  return (
    <Panel aria-labelledby="reconciliation-total" roomy>
      <dl className="px-4 py-5 sm:px-6">
        <Figure label={t("Gateway's total")} id="reconciliation-total" cents={total.cents} plain />
      </dl>
      <p className="border-t border-line px-4 py-3 text-13 text-muted sm:px-6">
        <StatusLabel tone="neutral" icon="pending" wraps>
          {t(
            "Not compared yet. Currencies, causes and the remainder follow once the batch is closed and fully read.",
          )}
        </StatusLabel>
      </p>
    </Panel>
  );
}

const kinds = [
  { kind: "sales", label: text("Sales"), of: (sums: Sums) => sums.sales },
  {
    kind: "refunds",
    label: text("Refunds"),
    of: ({ refunds }: Sums) => ({ ...refunds, cents: -refunds.cents }),
  },
  { kind: "voids", label: text("Voids"), aside: text(", not added"), of: (sums: Sums) => sums.voids },
];

/** Another currency: the gateway reports no total of it, so its transactions are compared with the journal. */
function OtherCurrency({ side: { currency, transactions, journal, remainder } }: { side: OtherSide }) {
  const lines = [...kinds, { kind: "total", label: text("Total"), aside: undefined, of: wholeOf }];
  const held = lines.filter(
    ({ kind, of }) => kind === "total" || of(transactions).count > 0 || of(journal).count > 0,
  );
  return (
    <div className="border-t border-line print:[&_section]:overflow-visible">
      <Table label={t("Gateway and journal in {currency}", { currency })} cards={3} tight>
        <TableHead>
          <Th>{currency}</Th>
          <Th numeric>{t("Its transactions")}</Th>
          <Th numeric>{t("Our journal")}</Th>
          <Th numeric>{t("Gateway less journal")}</Th>
          <Th numeric>{t("Left without a cause")}</Th>
        </TableHead>
        <TableBody>
          {held.map(({ kind, label, aside, of }) => (
            <Tr key={kind} foot={kind === "total"}>
              <Td place="full">
                {t(label)} <span className="sm:hidden">{t("in {currency}", { currency })}</span>
                {aside && <span className="text-faint">{t(aside)}</span>}
              </Td>
              <Amounts
                sides={[
                  [t("Its transactions"), of(transactions)],
                  [t("Our journal"), of(journal)],
                ]}
                code={currency}
              />
              {kind === "total" ? (
                <Td numeric label={t("Left without a cause")}>
                  {formatSigned(remainder, currency)}
                </Td>
              ) : (
                <Td drop="s" />
              )}
            </Tr>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

type OtherSide = NonNullable<Figures["others"]>[number];

function Figure({
  label,
  id,
  cents,
  soft = false,
  plain = false,
  className,
}: {
  label: string;
  id?: string;
  cents: number;
  soft?: boolean;
  plain?: boolean;
  className?: string;
}) {
  return (
    <div className="min-w-0">
      <dt id={id} className="text-13 text-muted">
        {label}
      </dt>
      <dd className={className}>
        <Amount
          cents={cents}
          size="m"
          soft={soft}
          plain={plain}
          className="sm:text-[clamp(1.5rem,2.6vw,2.5rem)]"
        />
      </dd>
    </div>
  );
}

function Sides({
  gateway,
  listed,
  journal,
  currency = false,
}: {
  gateway: KindSum;
  listed: KindSum;
  journal: KindSum;
  currency?: boolean;
}) {
  return (
    <Amounts
      sides={[
        [t("Gateway's totals"), gateway],
        [t("Its transactions"), listed],
        [t("Our journal"), journal],
      ]}
      currency={currency}
    />
  );
}

/** What each side has, and the first less the last. */
function Amounts({
  sides,
  currency = false,
  code,
}: {
  sides: readonly (readonly [label: string, sum: KindSum])[];
  currency?: boolean;
  code?: string;
}) {
  const [gateway, journal] = [sides[0]?.[1] ?? none, sides.at(-1)?.[1] ?? none];
  return (
    <>
      {sides.map(([label, { cents, count }]) => (
        <Td key={label} numeric label={label} count={formatCount(count)}>
          {formatMoney(cents, { currency, code })}{" "}
        </Td>
      ))}
      <Td numeric label={t("Gateway less journal")} className="max-sm:col-span-full">
        <Difference
          cents={gateway.cents - journal.cents}
          counts={gateway.count - journal.count}
          code={code}
        />
      </Td>
    </>
  );
}

const none: KindSum = { cents: 0, count: 0 };

function Recomputed({ figures }: { figures: Figures }) {
  const { total, transactions } = figures;
  const whole = wholeOf(transactions);
  const difference = total.cents - whole.cents;
  if (difference === 0 && total.count === whole.count)
    return (
      <StatusLabel tone="approved" icon="equal" wraps>
        {t("The gateway's own totals equal the sum of its {transactions}.", {
          transactions: countOf(whole.count, "transaction"),
        })}
      </StatusLabel>
    );
  return (
    <StatusLabel tone="warning" icon="differs" wraps>
      {t("The gateway's own totals differ from the sum of its {transactions} by {money}.", {
        transactions: countOf(whole.count, "transaction"),
        money: formatMoney(difference),
      })}
    </StatusLabel>
  );
}

const wholeOf = (sums: Sums): KindSum => ({
  cents: netOf(sums),
  count: sums.sales.count + sums.refunds.count + sums.voids.count,
});
