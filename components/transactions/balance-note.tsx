"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { hasPartWithoutOutcome, openCents } from "#components/payment-result/result-kind.ts";
import { Note } from "#components/ui/status/note.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { may } from "#lib/permissions.ts";

/** What a partial approval, or a payment toward its rest, leaves to collect, with the way to the result where collecting goes on. */
export function BalanceNote({ attempt }: { attempt: Attempt }) {
  const { role } = useMerchant();
  const { id, current, currency: code } = attempt;
  const cents = openCents(attempt);
  const hasNoOutcome = hasPartWithoutOutcome(attempt);
  if (!current?.balance || (cents === 0 && !hasNoOutcome)) return null;
  const say = (amount: number) => formatMoney(amount, { code });
  return (
    <Note tone="warning" role="status">
      <b>
        {hasNoOutcome
          ? t("The outcome of the payment of the rest is not known yet.")
          : t("{amount} of {total} still to collect.", {
              amount: say(cents),
              total: say(current.balance.askedCents),
            })}
      </b>{" "}
      <Link href={paths.attempt(id)}>
        {hasNoOutcome || !may(role, "charge")
          ? t("See the result")
          : t("Collect {amount}", { amount: say(cents) })}
      </Link>
    </Note>
  );
}
