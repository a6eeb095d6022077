import Link from "next/link";
import { Note } from "#components/ui/status/note.tsx";
import type { Attempt, RestPart } from "#lib/attempt.ts";
import { formatMoney } from "#lib/format/money.ts";
import { paths } from "#lib/paths.ts";
import { isHeld, openCents, otherPayments } from "../result-kind.ts";

/** The other payments of an order whose first one was approved in part, each with the way to it, and what is still open. */
export function OrderNote({ attempt }: { attempt: Attempt }) {
  const rest = attempt.present?.rest;
  const others = otherPayments(attempt);
  if (!rest || (others.length === 0 && rest.first.attemptId === attempt.id)) return null;
  const { currency: code } = attempt;
  const money = (cents: number) => formatMoney(cents, { code });
  const open = openCents(attempt);
  const isSettled = open === 0 && !rest.isUndone && !others.some(({ isSettling }) => isSettling);
  return (
    <Note tone={isSettled ? "approved" : "warning"}>
      <b>
        {rest.first.attemptId === attempt.id && rest.isUndone
          ? "Other payments of the same order stay."
          : rest.isUndone
            ? "The payment that was approved in part was undone."
            : `${open === 0 ? "Nothing" : money(open)} of ${money(rest.askedCents)} is left to collect.`}
      </b>
      {others.map((part) => (
        <span key={part.attemptId} className="block">
          {`${labelOf(part)}: `}
          <Link href={paths.attempt(part.attemptId)}>{`${money(part.cents)}, ${part.payer}`}</Link>
        </span>
      ))}
    </Note>
  );
}

function labelOf({ isSettling, command, state }: RestPart): string {
  if (isSettling) return "Not known yet";
  return isHeld({ command, present: { givenCents: 0, ...(state && { state }) } }) ? "Held" : "Collected";
}
