"use client";

import { useQuery } from "@tanstack/react-query";
import { Link } from "#components/layout/navigation/link.tsx";
import { useNow } from "#components/payment-result/use-now.ts";
import { ChecklistItem } from "#components/ui/list/checklist.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { type Attempt, hasNoOutcome } from "#lib/attempt.ts";
import { accountEnding } from "#lib/card-data/bank-numbers.ts";
import { type ChargeValues, chargeCents } from "#lib/charge/fields/values.ts";
import { hasAmount, kindIn } from "#lib/charge/kinds.ts";
import { possibleDuplicateMs } from "#lib/charge/stop.ts";
import { formatAge } from "#lib/format/durations.ts";
import { cardBrand } from "#lib/gateway/card-number.ts";
import { isApprovedCode } from "#lib/gateway/codes/result-codes.ts";
import { restoresPayment, takesMoney } from "#lib/gateway/commands.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { attemptsQuery } from "#lib/queries/attempts.ts";
import { attentionQuery } from "#lib/queries/attention.ts";

/** Whether a payment like this one was taken a moment ago, at any workstation, by the console's own attempts. */
export function SimilarTick({ values }: { values: ChargeValues }) {
  const { data: attempts = [] } = useQuery({ ...attemptsQuery({}), refetchInterval: 10_000 });
  const { data: open = [] } = useQuery({
    ...attentionQuery({ mine: false }),
    refetchInterval: 10_000,
  });
  const now = useNow(10_000);
  if (now === undefined || !isComparable(values)) return null;
  const similar = [...open, ...attempts].find((attempt) => isSimilar(attempt, values, now));
  if (!similar)
    return (
      <ChecklistItem>
        {t("No similar charge in the last {minutes} minutes", { minutes: possibleDuplicateMs / 60_000 })}
      </ChecklistItem>
    );
  const link = (
    <Link href={paths.attempt(similar.id)}>{t("attempt {reference}", { reference: similar.reference })}</Link>
  );
  if (hasNoOutcome(similar.state))
    return (
      <ChecklistItem tone="unknown" icon="unknown">
        {tx("The outcome of a similar charge by {userName} is not known yet: {link}. Do not charge again.", {
          userName: similar.userName,
          link,
        })}
      </ChecklistItem>
    );
  return (
    <ChecklistItem tone="warning" icon="warning">
      {tx("A similar charge was taken by {userName} {age}: {link}", {
        userName: similar.userName,
        age: formatAge((now - similar.preparedAt) / 1000),
        link,
      })}
    </ChecklistItem>
  );
}

/** Whether amount and payment method are typed far enough to be compared with other payments. */
const isComparable = (values: ChargeValues): boolean =>
  Boolean(chargeCents(values)) &&
  hasAmount(values) &&
  kindIn(values) !== "credit" &&
  endingOf(values) !== nothing;

/**
 * Whether the attempt charged, or may have charged, the same amount to what looks like the same card or account within the
 * last minutes. A hint while the form is filled: the duplicate guard knows the whole number. `now` is epoch ms.
 */
export function isSimilar(attempt: Attempt, values: ChargeValues, now: number): boolean {
  const { command, amountCents, tender, paymentMethod, state, transaction, current, preparedAt } = attempt;
  if (!takesMoney(command) && !restoresPayment(command)) return false;
  if (amountCents !== chargeCents(values) || tender !== values.tender) return false;
  if (!paymentMethod.endsWith(endingOf(values))) return false; // the digits are the same in every language
  if (hasNoOutcome(state)) return tender !== "cash";
  if (current?.state === "voided" || current?.state === "released") return false;
  return now - preparedAt < possibleDuplicateMs && isApprovedCode(transaction?.result_code);
}

const nothing = "\0";

/** How the label of the payment method ends, once enough is typed; a text that nothing ends with until then. Cash has no ending. */
function endingOf({ tender, card, check, token }: ChargeValues): string {
  if (tender === "card")
    return cardBrand(card.number) && card.number.length > 12 ? card.number.slice(-4) : nothing;
  if (tender === "check") return accountEnding(check.account) || nothing;
  return tender === "token" ? token.token.trim().slice(-4).toLowerCase() || nothing : "";
}
