"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Icon } from "#components/ui/icon/icon.tsx";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import type { DelayedRefund } from "#lib/payments/delayed-refund.ts";
import { may } from "#lib/permissions.ts";
import { attemptKeys } from "#lib/queries/keys.ts";
import { stopWaitingRefund } from "#server/actions/payments.ts";

/** Delayed refunds, on every page: each with the time left and the way to stop it. `seenAt` is epoch ms. */
export function DelayedRefundBar({
  delayedRefunds,
  seenAt,
}: {
  delayedRefunds: readonly DelayedRefund[];
  seenAt: number;
}) {
  return (
    <section
      aria-label={t("Delayed refunds")}
      className="border-b border-line bg-sunken px-4 sm:px-6 print:hidden"
    >
      <ul>
        {delayedRefunds.map((delayedRefund) => (
          <DelayedRefundItem key={delayedRefund.id} delayedRefund={delayedRefund} seenAt={seenAt} />
        ))}
      </ul>
    </section>
  );
}

function DelayedRefundItem({ delayedRefund, seenAt }: { delayedRefund: DelayedRefund; seenAt: number }) {
  const { id, label, paymentMethod, by, cents, currency: code } = delayedRefund;
  const what = `${translate(label)} ${cents === undefined ? "" : formatMoney(cents, { code })}`.trim();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2 not-first:border-t not-first:border-line">
      <Icon name="clock" className="text-warning" />
      <p className="min-w-0 flex-1 basis-52 wrap-anywhere">
        <Link href={paths.attempt(id)} className="font-semibold">
          {what}
        </Link>
        {t(", {payer}, by {by}. Nothing is sent yet.", { payer: translate(paymentMethod), by })}
      </p>
      <DelayedRefundStop delayedRefund={delayedRefund} what={what} seenAt={seenAt} />
    </li>
  );
}

/** The time left of one that waits, and the button that stops it. `seenAt`: when that time was read, epoch ms. */
export function DelayedRefundStop({
  delayedRefund: { id, dueMs },
  what,
  seenAt,
}: {
  delayedRefund: Pick<DelayedRefund, "id" | "dueMs">;
  /** For the name of the button. */
  what: string;
  seenAt: number;
}) {
  const { role } = useMerchant();
  const client = useQueryClient();
  const left = useSecondsLeft(seenAt + dueMs);
  const [state, setState] = useState<"idle" | "pending" | { problem: string }>("idle");
  async function stop() {
    setState("pending");
    const result = await stopWaitingRefund({ attempt: id }).catch(() => undefined);
    setState(
      result?.ok
        ? "idle"
        : { problem: result?.problem.message ?? t("No response from the server. Try again.") },
    );
    void client.invalidateQueries({ queryKey: attemptKeys.all });
  }
  return (
    <span className="flex flex-wrap items-center gap-3">
      <span role="timer" aria-live="off" className="tabular-nums whitespace-nowrap">
        {left === undefined ? t("Waits") : left > 0 ? t("Sent in {left} s", { left }) : t("Being sent")}
      </span>
      {may(role, "recall") && (
        <Button
          icon="void"
          loading={state === "pending"}
          aria-label={t("Stop {what}", { what })}
          onClick={() => void stop()}
        >
          {t("Stop")}
        </Button>
      )}
      {typeof state === "object" && (
        <span role="alert" className="text-13 text-warning">
          {translate(state.problem)}
        </span>
      )}
    </span>
  );
}

/** Undefined on the server. */
function useSecondsLeft(dueAt: number): number | undefined {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return now === undefined ? undefined : Math.max(0, Math.ceil((dueAt - now) / 1000));
}
