"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { Quote } from "#components/ui/panel/quote.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { formatDuration } from "#lib/format/durations.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { holdersOf } from "#lib/people/role-labels.ts";
import { may } from "#lib/permissions.ts";
import { DecisionButton } from "../lookup/decision-button.tsx";
import { Evidence } from "../lookup/evidence.tsx";
import { unknownLabels } from "../lookup/unknown-labels.ts";
import { NextButtons } from "../next-buttons.tsx";
import { OrderSummary } from "../order/order-summary.tsx";
import { ResultAmount } from "../result-amount.tsx";
import { ResultColumns } from "../result-frame.tsx";
import type { ResultProps } from "../result-props.ts";
import { useNow } from "../use-now.ts";
import { CashChange } from "./cash-change.tsx";
import { CollectBalance } from "./collect-balance.tsx";

/** The answer was lost. Money may have moved: how long ago, where it is looked for, and what to say meanwhile. */
export function UnknownResult({ attempt, actions }: ResultProps) {
  const { role } = useMerchant();
  const { quote, warning } = unknownLabels(attempt);
  const now = useNow();
  const attention = <Link href={paths.attention()}>{t("Attention")}</Link>;
  const since = now === undefined ? undefined : (now - (attempt.sentAt ?? attempt.preparedAt)) / 1000;
  return (
    <>
      <ResultColumns
        side={
          <>
            <Quote title={t("Say to the customer")}>{quote}</Quote>
            <Note tone="unknown" icon="lock">
              <b>{warning.loud}</b> {warning.rest}
            </Note>
          </>
        }
      >
        <div className="flex flex-wrap items-end gap-x-12 gap-y-2">
          {attempt.cash ? (
            <CashChange attempt={attempt} cash={attempt.cash} />
          ) : (
            <ResultAmount attempt={attempt} />
          )}
          <div>
            <p className="text-muted">
              {attempt.sentAt === undefined ? t("Since it was recorded") : t("Since it was sent")}
            </p>
            <p role="timer" className="text-28 font-semibold text-unknown">
              {since === undefined ? "–" : formatDuration(since)}
            </p>
          </div>
        </div>
        <OrderSummary attempt={attempt} />
        <CollectBalance attempt={attempt} payBy={actions.payBy} />
        <div className="flex flex-wrap items-center gap-3">
          <NextButtons onNext={actions.next} transactionKey={undefined} />
          {may(role, "decideUnknown") && <DecisionButton attempt={attempt} />}
        </div>
        <p className="text-muted">
          {may(role, "decideUnknown")
            ? tx(
                "The console keeps searching, and this page updates when it is found. It stays under {link} until then.",
                { link: attention },
              )
            : tx(
                "The console keeps searching, and this page updates when it is found. It stays under {link} until then. If {who} finds out the outcome elsewhere, they can decide it there.",
                { link: attention, who: holdersOf("decideUnknown") },
              )}
        </p>
      </ResultColumns>
      <Evidence attempt={attempt} />
    </>
  );
}
