import { countOf } from "../format/counts.ts";
import { formatMoney } from "../format/money.ts";
import { type CauseKind, causes } from "./causes.ts";
import { netOf } from "./entries.ts";
import type { Figures } from "./reconciliation.ts";

/** What differs between the figures that were signed and those of now, one sentence each. */
export function listChanges(signed: Figures, now: Figures): string[] {
  const totals = (
    [
      ["The gateway's total", signed.total.cents, now.total.cents],
      ["The sum of its transactions", netOf(signed.transactions), netOf(now.transactions)],
      ["Our journal", netOf(signed.journal), netOf(now.journal)],
      ["The unexplained remainder", signed.remainder, now.remainder],
    ] as const
  ).flatMap(([what, before, after]) =>
    before === after ? [] : [`${what} was ${formatMoney(before)} and is ${formatMoney(after)}.`],
  );
  const found = [...totals, ...listCauseChanges(signed, now)];
  return found.length > 0 ? found : ["Details of a payment changed; no total did."];
}

function listCauseChanges(signed: Figures, now: Figures): string[] {
  const kinds = [...new Set([...signed.causeSums, ...now.causeSums].map(({ kind }) => kind))];
  return kinds.flatMap((kind) => {
    const [before, after] = [sumOf(signed, kind), sumOf(now, kind)];
    if (before.count === after.count && before.cents === after.cents) return [];
    return [`${causes[kind].title}: ${written(before)} then, ${written(after)} now.`];
  });
}

const sumOf = ({ causeSums }: Figures, kind: CauseKind) =>
  causeSums.find((sum) => sum.kind === kind) ?? { cents: 0, count: 0 };

const written = ({ count, cents }: { count: number; cents: number }) =>
  count === 0 ? "none" : `${countOf(count, "payment")}, ${formatMoney(cents)}`;
