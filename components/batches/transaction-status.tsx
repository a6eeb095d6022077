import { State } from "#components/ui/state.tsx";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { stateAppearances, stateOf } from "#lib/transaction-labels.ts";
import { kindOf } from "#lib/transaction-sums.ts";

/** The state of a transaction of a batch, in the words of its own page. What the batch counts as a void is one. */
export function TransactionStatus({ transaction }: { transaction: TransactionDetail }) {
  const { tone, icon, word } = lookOf(transaction);
  return (
    <State tone={tone} icon={icon} wraps>
      {word}
    </State>
  );
}

function lookOf(transaction: TransactionDetail) {
  const look = stateOf(transaction);
  const isVoid = kindOf(transaction) === "voids";
  return isVoid && look.tone === "approved" ? stateAppearances.voided : look;
}
