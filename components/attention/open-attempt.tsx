"use client";

import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { DecisionDialog } from "#components/payment-result/lookup/decision-dialog.tsx";
import { Steps } from "#components/payment-result/lookup/steps.tsx";
import { useNow } from "#components/payment-result/use-now.ts";
import { Amount } from "#components/ui/amount.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { Icon } from "#components/ui/icon/icon.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { type Attempt, shownCents } from "#lib/attempt.ts";
import { formatMoment } from "#lib/format/dates.ts";
import { formatClock, formatDuration } from "#lib/format/durations.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { commandNouns } from "#lib/payments/command-nouns.ts";
import { momentIn } from "#lib/time.ts";
import { LookupStatus } from "./lookup-status.tsx";

/** One attempt of the queue: age, user, payment, lookups, and how to resolve it. */
export function OpenAttempt({ attempt, mayDecide }: { attempt: Attempt; mayDecide: boolean }) {
  const { timeZone } = useMerchant();
  const [deciding, setDeciding] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const { command, paymentMethod, reference, userName, originalKey, id, state } = attempt;
  const cents = shownCents(attempt);
  const at = momentIn(timeZone, attempt.sentAt ?? attempt.preparedAt);
  const names = `${commandNouns[command]}, ${translate(paymentMethod)}, ${reference}`;
  return (
    <li
      aria-label={names}
      className="grid gap-x-8 gap-y-4 px-4 py-5 not-first:border-t not-first:border-line sm:px-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_152px]"
    >
      <div className="min-w-0">
        <div className="flex items-baseline justify-between gap-4">
          <p>{cents !== undefined && <Amount cents={cents} code={attempt.currency} size="m" />}</p>
          <div className="lg:hidden">
            <Age since={attempt.sentAt ?? attempt.preparedAt} />
          </div>
        </div>
        <p className="wrap-anywhere">
          <b>{commandNouns[command]}</b>, {translate(paymentMethod)}
        </p>
        <p className="mt-1 text-13 wrap-anywhere text-muted">
          {tx("By {userName}, {moment}, attempt {link}", {
            userName,
            moment: formatMoment(at, { weekday: false, seconds: true }),
            link: (
              <Link
                href={originalKey ? paths.transaction(originalKey) : paths.attempt(id)}
                className="whitespace-nowrap"
              >
                {reference}
              </Link>
            ),
          })}
        </p>
      </div>
      <div className="min-w-0">
        <LookupStatus attempt={attempt} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 lg:flex-col lg:items-end lg:text-right">
        <div className="max-lg:hidden">
          <Age since={attempt.sentAt ?? attempt.preparedAt} />
        </div>
        {mayDecide && state === "unknown" && (
          <Button size="s" aria-label={t("Decide: {names}", { names })} onClick={() => setDeciding(true)}>
            {t("Decide")}
          </Button>
        )}
        <TextButton aria-expanded={isOpen} className="text-13" onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t("Hide what happened") : t("What happened")}
        </TextButton>
      </div>
      {isOpen && (
        <div className="rounded-md bg-sunken p-4 lg:col-span-3">
          <Steps attempt={attempt} />
        </div>
      )}
      {deciding && <DecisionDialog attempt={attempt} onClose={() => setDeciding(false)} />}
    </li>
  );
}

/** How long it has been unknown: a running clock, in days and hours once that is long. */
export function Age({
  since,
}: {
  /** Epoch ms. */
  since: number;
}) {
  const now = useNow();
  const seconds = now === undefined ? undefined : (now - since) / 1000;
  return (
    <p role="timer" aria-live="off" className="flex items-center gap-1.5 whitespace-nowrap text-unknown">
      <Icon name="unknown" />
      <b className="text-20 font-semibold">
        {seconds === undefined ? "–:––" : seconds < 3600 ? formatClock(seconds) : formatDuration(seconds)}
      </b>
      <span className="sr-only">{t("since it was sent")}</span>
    </p>
  );
}
