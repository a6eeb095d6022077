import { t, text } from "#lib/language/t.ts";
import { countOf } from "../format/counts.ts";
import { formatMoney } from "../format/money.ts";
import { causes } from "./causes.ts";
import { netOf } from "./entries.ts";
import type { CauseSum, Figures } from "./reconciliation.ts";

/** What differs between the figures that were signed and those of now, one sentence each. */
export function listChanges(signed: Figures, now: Figures): string[] {
  const totals = (
    [
      [text("The gateway's total was {before} and is now {after}."), signed.total.cents, now.total.cents],
      [
        text("The sum of the gateway's transactions was {before} and is now {after}."),
        netOf(signed.transactions),
        netOf(now.transactions),
      ],
      [text("Our journal was {before} and is now {after}."), netOf(signed.journal), netOf(now.journal)],
      [text("The unexplained remainder was {before} and is now {after}."), signed.remainder, now.remainder],
    ] as const
  ).flatMap(([change, before, after]) =>
    before === after ? [] : [t(change, { before: formatMoney(before), after: formatMoney(after) })],
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
        text("The sum of the gateway's transactions in {currency} was {before} and is now {after}."),
        before?.transactions,
        after?.transactions,
      ],
      [text("Our journal in {currency} was {before} and is now {after}."), before?.journal, after?.journal],
    ] as const;
    return compared.flatMap(([change, then, since]) => {
      const [was = "", is = ""] = [then, since].map((sums) =>
        formatMoney(sums ? netOf(sums) : 0, { code: currency }),
      );
      return was === is ? [] : [t(change, { currency, before: was, after: is })];
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
      t("{title}: {before} then, {after} now.", {
        title: causes[sum.kind].title,
        before: written(before),
        after: written(after),
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
