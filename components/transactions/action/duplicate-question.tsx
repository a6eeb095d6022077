"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import {
  gatewayCheckNote,
  PossibleDuplicateList,
} from "#components/payment-result/possible-duplicate-list.tsx";
import { sumOf } from "#components/payment-result/result-labels.ts";
import { Button } from "#components/ui/button/button.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import type { Attempt } from "#lib/attempt.ts";
import type { ChargeStop } from "#lib/charge/stop.ts";
import { formatTime } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { momentIn } from "#lib/time.ts";

/** Why an action was stopped before anything was sent, and the way on: a possible duplicate, or one without an answer. */
export function DuplicateQuestion({
  stop,
  again,
  dismiss,
  onConfirm,
  onClose,
}: {
  stop: Exclude<ChargeStop, { kind: "needs-approval" }>;
  /** The words on the button that goes on: "Repeat sale $9.00 anyway". */
  again: string;
  /** The words on the button that takes no money. */
  dismiss: string;
  onConfirm: (confirmedDuplicates: string[]) => void;
  onClose: () => void;
}) {
  if (stop.kind === "blocked")
    return (
      <div className="grid gap-5">
        <Blocking attempt={stop.blocking} />
        <div className="flex justify-end">
          <Button kbd="Esc" className="h-12!" onClick={onClose}>
            {t("Close")}
          </Button>
        </div>
      </div>
    );
  const { duplicates } = stop;
  return (
    <div className="grid gap-5">
      <div>
        <p className="mb-1 text-muted">{t("The same amount on the same card was approved recently:")}</p>
        <PossibleDuplicateList duplicates={duplicates} />
        <p className="mt-2 text-muted">{t(gatewayCheckNote)}</p>
      </div>
      <div className="flex flex-wrap items-center justify-end gap-3 max-sm:*:flex-auto">
        <Button icon="repeat" className="h-12!" onClick={() => onConfirm(duplicates.map(({ id }) => id))}>
          {again}
        </Button>
        <Button variant="primary" size="l" kbd="Esc" onClick={onClose}>
          {dismiss}
        </Button>
      </div>
    </div>
  );
}

function Blocking({ attempt }: { attempt: Attempt }) {
  const { timeZone } = useMerchant();
  const { id, reference, sentAt, preparedAt, state, userName } = attempt;
  const time = formatTime(momentIn(timeZone, sentAt ?? preparedAt), { seconds: true });
  return (
    <Note tone="unknown" role="status">
      {tx("{user} charged {sum} to this card at {time} ({link}).", {
        user: <b>{userName}</b>,
        sum: sumOf(attempt),
        time,
        link: <Link href={paths.attempt(id)}>{t("attempt {reference}", { reference })}</Link>,
      })}{" "}
      {state === "unknown"
        ? t("Its outcome is unknown, so the money may have moved. Try again once the outcome is known.")
        : t("It is being sent now. Try again once the outcome is known.")}
    </Note>
  );
}
