import { Td } from "#components/ui/table/table.tsx";
import type { BatchSums, CurrencySums, KindSum, OtherCurrencies } from "#lib/batches/batch-sums.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t, translated } from "#lib/language/t.ts";
import { CurrencyLines } from "../currency-sums.tsx";

/**
 * The four sums of a batch as cells, each with its count in gray; a batch of several currencies has a line for each.
 * A dash is shown for what is not read yet or can't be added up.
 */
export function SumCells({
  sums,
  currencies,
  signs = false,
  plain = false,
}: {
  sums: BatchSums | undefined;
  currencies?: OtherCurrencies | undefined;
  /** Whether each amount has the sign of its currency: other rows of the table are in others. */
  signs?: boolean;
  /** Whether not all payments were read: no amount has a sign then. */
  plain?: boolean;
}) {
  if (!sums && currencies?.kind === "several" && currencies.sums)
    return <CurrencyCells sums={currencies.sums} />;
  const missing = <Missing {...(currencies?.kind === "several" ? notAdded : notRead)} />;
  return (
    <>
      <KindCell label={t("Sales")} sum={sums?.sales} missing={missing} sign={signs && !plain} />
      <KindCell label={t("Refunds")} sum={sums?.refunds} missing={missing} sign={signs && !plain} minus />
      <KindCell
        label={t("Voids")}
        sum={sums?.voids}
        missing={missing}
        sign={signs && !plain}
        drop={signs ? "tablet" : undefined}
      />
      <Td
        numeric
        place="amount"
        className="font-semibold"
        {...(sums && { count: formatCount(sums.total.count) })}
      >
        {sums ? `${formatMoney(sums.total.cents, { currency: !plain })} ` : missing}
      </Td>
    </>
  );
}

function CurrencyCells({ sums }: { sums: readonly CurrencySums[] }) {
  return (
    <>
      <Td numeric label={t("Sales")}>
        <CurrencyLines sums={sums} kind="sales" inTable />
      </Td>
      <Td numeric label={t("Refunds")}>
        <CurrencyLines sums={sums} kind="refunds" inTable minus />
      </Td>
      <Td numeric label={t("Voids")} drop="tablet">
        <CurrencyLines sums={sums} kind="voids" inTable />
      </Td>
      <Td numeric place="amount" className="font-semibold">
        <CurrencyLines sums={sums} kind="total" inTable />
      </Td>
    </>
  );
}

function KindCell({
  label,
  sum,
  missing,
  sign,
  minus = false,
  drop,
}: {
  label: string;
  sum: KindSum | undefined;
  missing: React.ReactNode;
  sign: boolean;
  minus?: boolean;
  drop?: "tablet" | undefined;
}) {
  return (
    <Td numeric label={label} drop={drop} {...(sum && { count: formatCount(sum.count) })}>
      {sum ? (
        <span className={sum.cents === 0 ? "font-normal text-faint" : undefined}>
          {formatMoney(minus ? -sum.cents : sum.cents, { currency: sign })}{" "}
        </span>
      ) : (
        missing
      )}
    </Td>
  );
}

const notRead = translated("*", { title: "Not read yet", spoken: "not read yet" });
const notAdded = translated("*", {
  title: "Several currencies are not added up",
  spoken: "several currencies, not added up",
});

function Missing({ title, spoken }: { title: string; spoken: string }) {
  return (
    <span title={title} className="relative text-faint">
      <span aria-hidden="true">—</span>
      <span className="sr-only">{spoken}</span>
    </span>
  );
}
