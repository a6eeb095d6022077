"use client";

import { useQuery } from "@tanstack/react-query";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { attemptAppearance } from "#components/payment-result/attempt-appearance.ts";
import { isApproved, resultKind } from "#components/payment-result/result-kind.ts";
import { useNow } from "#components/payment-result/use-now.ts";
import { Icon } from "#components/ui/icon/icon.tsx";
import { PanelSection, SectionTitle } from "#components/ui/panel/panel.tsx";
import { toneText } from "#components/ui/status/tone.ts";
import { type Attempt, shownCents } from "#lib/attempt.ts";
import { capitalized } from "#lib/format/capitalized.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { commands } from "#lib/gateway/commands.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { commandNouns } from "#lib/payments/command-nouns.ts";
import { attemptsQuery } from "#lib/queries/attempts.ts";

/** This person's last payments, each with its state and the way to it. */
export function LastAttempts() {
  const { data: attempts, error } = useQuery(attemptsQuery({ mine: true }));
  const now = useNow(60_000);
  return (
    <PanelSection className="lg:min-h-[218px]">
      <SectionTitle tight>{t("Your last payments")}</SectionTitle>
      {attempts && attempts.length > 0 ? (
        <ul className="text-13">
          {toRows(attempts)
            .slice(0, 5)
            .map((attempt) => (
              <Row key={attempt.id} attempt={attempt} now={now} />
            ))}
        </ul>
      ) : (
        <p className="text-13 text-muted">
          {attempts ? t("None yet.") : error ? translate(error.message) : t("Reading the last payments")}
        </p>
      )}
    </PanelSection>
  );
}

/** One row for each payment: what only changed one that is listed itself shows there, in the state and amount it has now. */
export function toRows(attempts: readonly Attempt[]): Attempt[] {
  const made = attempts.filter(
    ({ transaction, originalKey }) => transaction?.key && transaction.key !== originalKey,
  );
  const payments = new Map(made.map((attempt) => [attempt.transaction?.key, attempt]));
  const rows = attempts.map((attempt) => {
    const { originalKey, transaction } = attempt;
    const changed = transaction?.key === originalKey && isApproved(resultKind(attempt));
    return (changed && payments.get(originalKey)) || attempt;
  });
  return [...new Set(rows)];
}

function Row({
  attempt,
  now,
}: {
  attempt: Attempt;
  /** Epoch ms; undefined until the page has a clock: then the day is shown. */
  now: number | undefined;
}) {
  const { timeZone } = useMerchant();
  const { tone, icon, word } = attemptAppearance(attempt);
  const { command, paymentMethod, currency: code, preparedAt, originalKey } = attempt;
  const cents = shownCents(attempt);
  const act = commands[command].original === "none" ? "" : `${commandNouns[command]}, `;
  const hasTransaction =
    attempt.transaction?.key && (attempt.state === "answered" || attempt.state === "resolved");
  const key = attempt.transaction?.key ?? originalKey;
  const at = formatInstant(timeZone, preparedAt, now ?? 0);
  return (
    <li className="flex min-h-8 items-start gap-2 py-1.5 not-first:border-t not-first:border-line max-sm:min-h-11">
      <Icon name={icon} className={`mt-0.5 ${toneText[tone]}`} />
      <span className="min-w-0 flex-1">
        <Link
          href={hasTransaction && key ? paths.transaction(key) : paths.attempt(attempt.id)}
          className="block truncate text-ink no-underline hover:underline"
        >
          {`${act}${shortOf(paymentMethod)}`}
        </Link>
        <span className="block truncate text-12 text-faint">
          <span className={toneText[tone]}>{capitalized(word || t("approved"))}</span>
          {now !== undefined && `, ${at}`}
        </span>
      </span>
      {cents !== undefined && <b className="whitespace-nowrap">{formatMoney(cents, { code })}</b>}
    </li>
  );
}

/** The server names who pays in English: "Visa ending 2224" → "Visa 2224". */
const shortOf = (paymentMethod: string) => paymentMethod.split(" ending ").map(translate).join(" ");
