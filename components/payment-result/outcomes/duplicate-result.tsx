"use client";

import { useQuery } from "@tanstack/react-query";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { Fact, Facts } from "#components/ui/list/facts.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { formatTime } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { toCents } from "#lib/money.ts";
import { paths } from "#lib/paths.ts";
import { rightLabels } from "#lib/people/permission-labels.ts";
import { holdersOf } from "#lib/people/role-labels.ts";
import { may } from "#lib/permissions.ts";
import { attemptsQuery } from "#lib/queries/attempts.ts";
import { momentIn } from "#lib/time.ts";
import { NextButtons } from "../next-buttons.tsx";
import { ReasonForm } from "../reason-form.tsx";
import { ResultAmount } from "../result-amount.tsx";
import { ResultColumns, ResultGroup } from "../result-frame.tsx";
import type { ResultProps } from "../result-props.ts";

/** The gateway saw the same payment a moment ago and answered with that one. */
export function DuplicateResult({ attempt, actions }: ResultProps) {
  const { role } = useMerchant();
  const { transaction } = attempt;
  return (
    <ResultColumns
      side={
        <ResultGroup title={t("If it really is a second payment")}>
          {!may(role, "overrideDuplicate") ? (
            <p className="text-muted">
              {t("Your role does not include “{right}”. Ask {who}.", {
                who: holdersOf("overrideDuplicate"),
                right: rightLabels.overrideDuplicate,
              })}
            </p>
          ) : (
            actions.chargeAgain && (
              <ReasonForm
                label={t("Charge again")}
                question={t("Why it is a second payment")}
                help={t(
                  "Saved with your name. The form opens again, and the gateway's duplicate detection will be skipped. Enter the card again.",
                )}
                onReason={actions.chargeAgain}
              />
            )
          )}
        </ResultGroup>
      }
    >
      <ResultAmount attempt={attempt} />
      <p className="text-muted">
        {transaction?.key
          ? t("The same payment was taken a moment ago. This is the first one. The customer pays only once.")
          : t(
              "The same payment was sent a moment ago and may still be running. Look at the last transactions before charging again.",
            )}
      </p>
      {transaction?.key && <FirstPayment attempt={attempt} transactionKey={transaction.key} />}
      <NextButtons onNext={actions.next} transactionKey={transaction?.key} />
    </ResultColumns>
  );
}

/** The payment the gateway means, with who took it where this console did. */
function FirstPayment({ attempt, transactionKey }: { attempt: Attempt; transactionKey: string }) {
  const { timeZone } = useMerchant();
  const { transaction } = attempt;
  const { data } = useQuery(attemptsQuery({ transaction: transactionKey }));
  const first = data?.findLast(({ id, originalKey }) => id !== attempt.id && originalKey === undefined);
  const cents = toCents(transaction?.auth_amount ?? "") ?? attempt.amountCents;
  return (
    <Facts>
      <Fact label={t("First payment")}>
        <Link href={paths.transaction(transactionKey)}>
          {cents === undefined ? transactionKey : formatMoney(cents, { code: attempt.currency })}
        </Link>
      </Fact>
      <Fact label={t("Taken by")}>
        {first?.userName ?? (data ? t("Not through this console") : t("Reading the command log"))}
      </Fact>
      {first && (
        <Fact label={t("Taken at")}>
          {formatTime(momentIn(timeZone, first.sentAt ?? first.preparedAt), { seconds: true })}
        </Fact>
      )}
      {transaction?.authcode && <Fact label={t("Authorization")}>{transaction.authcode}</Fact>}
      {transaction?.refnum && <Fact label={t("Reference")}>{transaction.refnum}</Fact>}
    </Facts>
  );
}
