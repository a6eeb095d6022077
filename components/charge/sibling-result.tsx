"use client";

import Link from "next/link";
import { merchantClock } from "#components/attempts/merchant-clock.ts";
import { ResultColumns, ResultFrame } from "#components/attempts/result-frame.tsx";
import { useNow } from "#components/attempts/use-now.ts";
import { useHotkeys } from "#components/layout/use-hotkeys.ts";
import { Amount } from "#components/ui/amount.tsx";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Quote } from "#components/ui/quote.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { siblingMs } from "#lib/charge-stop.ts";
import { formatTime } from "#lib/format/dates.ts";
import { formatAge } from "#lib/format/durations.ts";
import { formatMoney } from "#lib/format/money.ts";
import { paths } from "#lib/paths.ts";
import type { StoppedProps } from "./stopped-result.tsx";

/** The same card and amount was approved a moment ago. Nothing is sent before the clerk has seen it and presses again. */
export function SiblingResult({
  siblings,
  payment,
  timeZone,
  desk: { goOn, goBack },
}: StoppedProps & { siblings: Attempt[] }) {
  const sum = formatMoney(payment.amountCents);
  const source = siblings[0]?.tender === "check" ? "account" : "card";
  useHotkeys([{ keys: "r", does: "Do not charge", act: goBack }], { group: "Result" });
  return (
    <ResultFrame tone="warning" icon="copy" title="Already charged? Nothing has been sent.">
      <ResultColumns
        side={
          <Quote title="Ask the customer">
            {`You paid ${sum} with this ${source} a moment ago. Is this a second purchase?`}
          </Quote>
        }
      >
        <div className="min-w-0">
          <Amount cents={payment.amountCents} size="xl" />
          <p className="text-16 wrap-anywhere text-muted">{payment.payer}</p>
        </div>
        <div>
          <p className="mb-1 text-muted">
            {`The same amount on the same ${source} was approved in the last ${siblingMs / 60_000} minutes:`}
          </p>
          <ul className="border-y border-line">
            {siblings.map((sibling) => (
              <Sibling key={sibling.id} sibling={sibling} timeZone={timeZone} />
            ))}
          </ul>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" size="l" kbd="R" onClick={goBack}>
            Do not charge
          </Button>
          <Button
            icon="repeat"
            className="h-12!"
            onClick={() => goOn({ confirmedSiblings: siblings.map(({ id }) => id) })}
          >
            {`Charge ${sum} anyway`}
          </Button>
        </div>
      </ResultColumns>
    </ResultFrame>
  );
}

function Sibling({ sibling, timeZone }: { sibling: Attempt; timeZone: string }) {
  const now = useNow();
  const { id, preparedAt, transaction, userName, amountCents = 0, reference } = sibling;
  const invoice = transaction?.invoice;
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2 not-first:border-t not-first:border-line">
      <Icon name="approved" className="translate-y-0.5 text-approved" />
      <Link href={transaction?.key ? paths.transaction(transaction.key) : paths.attempt(id)} prefetch={false}>
        {formatTime(merchantClock(timeZone, preparedAt), { seconds: true })}
      </Link>
      <span className="min-w-0 wrap-anywhere">{`by ${userName}`}</span>
      {now !== undefined && (
        <span className="text-13 text-faint">{formatAge((now - preparedAt) / 1000)}</span>
      )}
      <span className="text-13 wrap-anywhere text-muted">
        {[
          transaction?.authcode && `authorization ${transaction.authcode}`,
          invoice && `invoice ${invoice}`,
          !transaction && `attempt ${reference}`,
        ]
          .filter(Boolean)
          .join(", ")}
      </span>
      <b className="ml-auto">{formatMoney(amountCents)}</b>
    </li>
  );
}
