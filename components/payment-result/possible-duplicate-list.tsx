"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { type Attempt, shownCents } from "#lib/attempt.ts";
import { capitalized } from "#lib/format/capitalized.ts";
import { formatTime } from "#lib/format/dates.ts";
import { formatAge } from "#lib/format/durations.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t, text } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { firstAmount } from "#lib/payments/first-amount.ts";
import { momentIn } from "#lib/time.ts";
import { attemptAppearance } from "./attempt-appearance.ts";
import { useNow } from "./use-now.ts";

/** What going on may still meet: how long and by which fields the gateway compares is a setting of its key. */
export const gatewayCheckNote = text(
  "The gateway has its own duplicate detection. For about five minutes it may also stop the same kind of payment, unless the order ID or invoice is different. Nothing is charged then.",
);

/** Possible duplicates: when each was taken, by whom, what became of it, and how to find it. */
export function PossibleDuplicateList({ duplicates }: { duplicates: readonly Attempt[] }) {
  return (
    <ul className="border-y border-line">
      {duplicates.map((duplicate) => (
        <Duplicate key={duplicate.id} duplicate={duplicate} />
      ))}
    </ul>
  );
}

function Duplicate({ duplicate }: { duplicate: Attempt }) {
  const { timeZone } = useMerchant();
  const now = useNow();
  const { id, preparedAt, transaction, userName, amountCents = 0, reference, currency: code } = duplicate;
  const cents = shownCents(duplicate) ?? amountCents;
  // It is listed for the amount it asked for, which may be another one.
  const isPart =
    Math.abs(cents) !== amountCents && t("of {money}", { money: formatMoney(amountCents, { code }) });
  const first = firstAmount(duplicate) ?? isPart;
  const invoice = transaction?.invoice;
  const { tone, icon, word } = attemptAppearance(duplicate);
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2 not-first:border-t not-first:border-line">
      <span className="self-center">
        <StatusLabel tone={tone} icon={icon}>
          {capitalized(word || t("approved"))}
        </StatusLabel>
      </span>
      <Link href={transaction?.key ? paths.transaction(transaction.key) : paths.attempt(id)}>
        {formatTime(momentIn(timeZone, preparedAt), { seconds: true })}
      </Link>
      <span className="min-w-0 wrap-anywhere">{t("by {userName}", { userName })}</span>
      {now !== undefined && (
        <span className="text-13 text-faint">{formatAge((now - preparedAt) / 1000)}</span>
      )}
      <span className="text-13 wrap-anywhere text-muted">
        {[
          transaction?.authcode && t("authorization {authcode}", { authcode: transaction.authcode }),
          invoice && t("invoice {invoice}", { invoice }),
          !transaction && t("attempt {reference}", { reference }),
        ]
          .filter(Boolean)
          .join(", ")}
      </span>
      <span className="ml-auto text-right">
        <b>{formatMoney(cents, { code })}</b>
        {first && <span className="block text-13 text-muted">{first}</span>}
      </span>
    </li>
  );
}
