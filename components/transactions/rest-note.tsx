"use client";

import Link from "next/link";
import { useMerchant } from "#components/layout/merchant.tsx";
import { isRestSettling, openCents } from "#components/payment-result/result-kind.ts";
import { Note } from "#components/ui/status/note.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { formatMoney } from "#lib/format/money.ts";
import { paths } from "#lib/paths.ts";
import { may } from "#lib/permissions.ts";

/** What a partial approval, or a payment toward its rest, leaves to collect, with the way to the result where collecting goes on. */
export function RestNote({ attempt }: { attempt: Attempt }) {
  const { role } = useMerchant();
  const { id, present, currency: code } = attempt;
  const cents = openCents(attempt);
  const isSettling = isRestSettling(attempt);
  if (!present?.rest || present.rest.isUndone || (cents === 0 && !isSettling)) return null;
  const say = (amount: number) => formatMoney(amount, { code });
  return (
    <Note tone="warning" role="status">
      <b>
        {isSettling
          ? "The payment of the rest has no answer yet."
          : `${say(cents)} of ${say(present.rest.askedCents)} still to collect.`}
      </b>{" "}
      <Link href={paths.attempt(id)}>
        {isSettling || !may(role, "charge") ? "See the result" : `Collect ${say(cents)}`}
      </Link>
    </Note>
  );
}
