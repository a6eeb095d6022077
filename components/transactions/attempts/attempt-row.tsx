import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { attemptAppearance } from "#components/payment-result/attempt-appearance.ts";
import { cx } from "#components/ui/cx.ts";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { rowLink, Td, Tr } from "#components/ui/table/table.tsx";
import { type Attempt, shownCents } from "#lib/attempt.ts";
import { capitalized } from "#lib/format/capitalized.ts";
import { formatRecent } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { commandNouns } from "#lib/payments/command-nouns.ts";
import { firstAmount } from "#lib/payments/first-amount.ts";
import { momentIn } from "#lib/time.ts";

/** One attempt in the list. Its link goes to the transaction it made or changed, else to the attempt itself. */
export function AttemptRow({ attempt, clock }: { attempt: Attempt; clock: string }) {
  const { timeZone } = useMerchant();
  const {
    command,
    paymentMethod,
    preparedAt,
    reference,
    transaction,
    userName,
    current,
    currency: code,
  } = attempt;
  const { tone, icon, word } = attemptAppearance(attempt);
  const cents = shownCents(attempt);
  const first = firstAmount(attempt, { currency: false });
  const key = transaction?.key;
  return (
    <Tr>
      <Td place="lead" className="whitespace-nowrap">
        <Link
          href={key ? paths.transaction(key) : paths.attempt(attempt.id)}
          className={cx(rowLink, "first-letter:uppercase")}
        >
          {formatRecent(momentIn(timeZone, preparedAt), clock, { today: "today " })}
        </Link>
      </Td>
      <Td place="full">
        {commandNouns[command]}, <span className="text-muted wrap-anywhere">{translate(paymentMethod)}</span>
      </Td>
      <Td numeric place="amount">
        {cents === undefined ? "" : formatMoney(cents, { currency: false, code })}
        {first && <span className="block text-12 text-muted">{first}</span>}
      </Td>
      <Td label={t("Outcome")}>
        <StatusLabel tone={tone} icon={icon} wraps>
          {capitalized(word || t("approved"))}
          {current?.state === "partlyRefunded" &&
            ` ${formatMoney(current.refundedCents, { currency: false, code })}`}
        </StatusLabel>
      </Td>
      <Td drop="l" className="text-muted wrap-anywhere">
        {userName}
      </Td>
      <Td label={t("Reference")} drop="m" className="whitespace-nowrap text-muted">
        {transaction?.refnum ?? t("Attempt {reference}", { reference })}
      </Td>
    </Tr>
  );
}
