import { t } from "#lib/language/t.ts";
import { countOf } from "../format/counts.ts";
import { formatMoney } from "../format/money.ts";
import { causes } from "./causes.ts";
import { netOf } from "./entries.ts";
import type { CauseSum, Figures } from "./reconciliation.ts";

/** What differs between the figures that were signed and those of now, one sentence each. */
export function listChanges(signed: Figures, now: Figures): string[] {
  const totals = (
    [
      [t("The gateway's total"), signed.total.cents, now.total.cents],
      [t("The sum of its transactions"), netOf(signed.transactions), netOf(now.transactions)],
      [t("Our journal"), netOf(signed.journal), netOf(now.journal)],
      [t("The unexplained remainder"), signed.remainder, now.remainder],
    ] as const
  ).flatMap(([what, before, after]) =>
    before === after
      ? []
      : [
          t("{what} was {money} and is {money2}.", {
            what,
            money: formatMoney(before),
            money2: formatMoney(after),
          }),
        ],
  );
  const found = [...totals, ...listOtherChanges(signed, now), ...listCauseChanges(signed, now)];
  return found.length > 0 ? found : [t("Details of a payment changed; no total did.")];
}

/** In currencies other than the merchant's own. */
function listOtherChanges(signed: Figures, now: Figures): string[] {
  const all = [...(signed.others ?? []), ...(now.others ?? [])].map(({ currency }) => currency);
  return [...new Set(all)].flatMap((currency) => {
    const [before, after] = [signed, now].map(({ others }) =>
      others?.find((one) => one.currency === currency),
    );
    const compared = [
      [
        t("The sum of the gateway's transactions in {currency}", { currency }),
        before?.transactions,
        after?.transactions,
      ],
      [t("Our journal in {currency}", { currency }), before?.journal, after?.journal],
    ] as const;
    return compared.flatMap(([what, then, since]) => {
      const [one, other] = [then, since].map((sums) =>
        formatMoney(sums ? netOf(sums) : 0, { code: currency }),
      );
      return one === other ? [] : [t("{what} was {one} and is {other}.", { what, one, other })];
    });
  });
}

function listCauseChanges(signed: Figures, now: Figures): string[] {
  const all = [...signed.causeSums, ...now.causeSums];
  const kinds = [...Map.groupBy(all, ({ kind, currency }) => `${kind} ${currency}`).values()];
  return kinds.flatMap(([sum]) => {
    if (!sum) return [];
    const [before, after] = [sumOf(signed, sum), sumOf(now, sum)];
    if (before.count === after.count && before.cents === after.cents) return [];
    return [
      t("{title}: {written} then, {written2} now.", {
        title: causes[sum.kind].title,
        written: written(before),
        written2: written(after),
      }),
    ];
  });
}

const sumOf = ({ causeSums }: Figures, { kind, currency }: CauseSum): CauseSum =>
  causeSums.find((sum) => sum.kind === kind && sum.currency === currency) ?? {
    kind,
    cents: 0,
    count: 0,
    ...(currency !== undefined && { currency }),
  };

const written = ({ count, cents, currency }: CauseSum) =>
  count === 0 ? t("none") : `${countOf(count, "payment")}, ${formatMoney(cents, { code: currency })}`;
