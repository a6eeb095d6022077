"use client";

import { useQuery } from "@tanstack/react-query";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { ReasonForm } from "#components/payment-result/reason-form.tsx";
import { ResultColumns, ResultFrame, ResultGroup } from "#components/payment-result/result-frame.tsx";
import { resultKind } from "#components/payment-result/result-kind.ts";
import { resultAppearances, sumOf } from "#components/payment-result/result-labels.ts";
import { useNow } from "#components/payment-result/use-now.ts";
import { Amount } from "#components/ui/amount.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Quote } from "#components/ui/panel/quote.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { type Attempt, hasNoOutcome } from "#lib/attempt.ts";
import { formatRecent } from "#lib/format/dates.ts";
import { formatDuration } from "#lib/format/durations.ts";
import { formatMoney } from "#lib/format/money.ts";
import { givesMoneyBack } from "#lib/gateway/commands.ts";
import { t, text } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { holdersOf } from "#lib/people/role-labels.ts";
import { may } from "#lib/permissions.ts";
import { attemptQuery } from "#lib/queries/attempts.ts";
import { momentIn } from "#lib/time.ts";
import { anywayLabel } from "../anyway-label.ts";
import { type BlockedLabels, blockedLabels } from "./blocked-labels.ts";
import type { StoppedProps } from "./stopped-props.ts";

/** A payment of the same card and amount has no known outcome: nothing was sent. Follows that payment, and shows its outcome once it is known. */
export function BlockedResult({ blocking: first, payment, page }: StoppedProps & { blocking: Attempt }) {
  const { role } = useMerchant();
  const { data: blocking = first } = useQuery({ ...attemptQuery(first.id), initialData: first });
  const { goBack, goOn, actions } = page;
  const isCredit = givesMoneyBack(payment.command);
  const { title, quote, outcome } = blockedLabels(blocking);
  useHotkeys(
    [
      { keys: "n", does: t("Next customer"), act: actions.next },
      { keys: "r", does: t("Back to the form"), act: goBack },
    ],
    { group: t("Result") },
  );
  const mayOverride = may(role, "overrideDuplicate");
  const sum = formatMoney(payment.amountCents ?? 0, { code: payment.currency });
  return (
    <ResultFrame tone={outcome ? "neutral" : "unknown"} icon={outcome ? "info" : "lock"} title={title}>
      <ResultColumns
        side={
          <>
            <Quote title={t("Say to the customer")}>{quote}</Quote>
            {mayOverride && blocking.state === "unknown" && (
              <ResultGroup
                title={
                  isCredit ? t("If it really is a second credit") : t("If it really is a second payment")
                }
              >
                <ReasonForm
                  label={anywayLabel(payment.command, sum)}
                  question={t("Reason")}
                  onReason={(reason) => goOn({ blockOverride: { attemptId: blocking.id, reason } })}
                />
              </ResultGroup>
            )}
          </>
        }
      >
        <div className="min-w-0">
          <Amount cents={payment.amountCents ?? 0} code={payment.currency} size="xl" />
          <p className="text-16 wrap-anywhere text-muted">{translate(payment.paymentMethod)}</p>
        </div>
        <Blocking blocking={blocking} outcome={outcome} />
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" size="l" kbd="N" onClick={actions.next}>
            {t("Next customer")}
          </Button>
          <Button kbd="R" className="h-12!" onClick={goBack}>
            {t("Back to the form")}
          </Button>
        </div>
        {hasNoOutcome(blocking.state) && (
          <p className="text-muted">
            {mayOverride
              ? t(
                  "In the meantime, serve the next customer. If you know the outcome from elsewhere, decide it under Attention.",
                )
              : t(
                  "In the meantime, serve the next customer, or ask {who}: they can decide it under Attention, or charge it with a reason.",
                  { who: holdersOf("overrideDuplicate") },
                )}
          </p>
        )}
      </ResultColumns>
    </ResultFrame>
  );
}

/** Who charges the same, since when, and what is being done about it. */
function Blocking({ blocking, outcome }: { blocking: Attempt; outcome: BlockedLabels["outcome"] }) {
  const { timeZone } = useMerchant();
  const now = useNow();
  const at = blocking.sentAt ?? blocking.preparedAt;
  const moment = momentIn(timeZone, at);
  const time = formatRecent(moment, now === undefined ? moment : momentIn(timeZone, now), {
    seconds: true,
  });
  const link = (
    <Link href={paths.attempt(blocking.id)}>
      {t("attempt {reference}", { reference: blocking.reference })}
    </Link>
  );
  if (outcome) {
    const { tone } = resultAppearances[resultKind(blocking)];
    return (
      <Note tone={tone === "accent" ? "neutral" : tone} role="status">
        <b>{t("The outcome is known now.")}</b>{" "}
        {tx("{result} See {link}. {advice}", { result: outcome.result, link, advice: outcome.advice })}
      </Note>
    );
  }
  const age = now === undefined ? "" : t(", {duration} ago", { duration: formatDuration((now - at) / 1000) });
  return (
    <Note tone="unknown">
      {tx(takenText(blocking), {
        user: <b>{blocking.userName}</b>,
        sum: sumOf(blocking),
        time: `${time}${age}`,
        link,
      })}{" "}
      {blocking.state === "unknown"
        ? t(
            "Its outcome is unknown, so the money may have moved. The console is looking it up at the gateway.",
          )
        : t("It is being sent now. The outcome will be shown here soon.")}
    </Note>
  );
}

function takenText({ tender, command }: Attempt) {
  if (tender === "check")
    return givesMoneyBack(command)
      ? text("{user} credited {sum} to this account at {time} ({link}).")
      : text("{user} charged {sum} to this account at {time} ({link}).");
  return givesMoneyBack(command)
    ? text("{user} credited {sum} to this card at {time} ({link}).")
    : text("{user} charged {sum} to this card at {time} ({link}).");
}
