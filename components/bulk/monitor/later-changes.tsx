import { tx } from "#components/ui/rich-text.tsx";
import type { LaterChange, LaterState } from "#lib/bulk/bulk-results.ts";
import { countOf } from "#lib/format/counts.ts";
import { text } from "#lib/language/t.ts";
import { Payments } from "./payment-links.tsx";

/** What happened to payments since their file ran: a sentence for each state they are in now. */
export function LaterChanges({ changes }: { changes: readonly LaterChange[] }) {
  const byState = [...Map.groupBy(changes, ({ now }) => now)];
  return byState.map(([state, some]) => (
    <span key={state}>
      {" "}
      {tx(laterTexts(state)[some.length === 1 ? 0 : 1], {
        counted: some.every(({ wasAuthorized }) => wasAuthorized)
          ? countOf(some.length, "authorization")
          : countOf(some.length, "payment"),
        payments: <Payments of={{ count: some.length, keys: some.map(({ key }) => key) }} />,
      })}
    </span>
  ));
}

/** Of one, and of several. */
function laterTexts(state: LaterState): readonly [one: string, several: string] {
  switch (state) {
    case "captured":
      return [text("{counted} was captured: {payments}."), text("{counted} were captured: {payments}.")];
    case "voided":
      return [text("{counted} was voided: {payments}."), text("{counted} were voided: {payments}.")];
    case "released":
      return [
        text("{counted} was voided and its funds released: {payments}."),
        text("{counted} were voided and their funds released: {payments}."),
      ];
    case "returned":
      return [
        text("{counted} was returned by the bank: {payments}."),
        text("{counted} were returned by the bank: {payments}."),
      ];
    case "timedOut":
      return [
        text("{counted} was not answered by the bank: {payments}."),
        text("{counted} were not answered by the bank: {payments}."),
      ];
    case "error":
      return [
        text("{counted} was refused by the bank: {payments}."),
        text("{counted} were refused by the bank: {payments}."),
      ];
    case "declined":
      return [
        text("{counted} was declined by the bank: {payments}."),
        text("{counted} were declined by the bank: {payments}."),
      ];
    case "refunded":
      return [text("{counted} was refunded: {payments}."), text("{counted} were refunded: {payments}.")];
    case "partlyRefunded":
      return [
        text("{counted} was refunded in part: {payments}."),
        text("{counted} were refunded in part: {payments}."),
      ];
    default:
      return [text("{counted} has changed: {payments}."), text("{counted} have changed: {payments}.")];
  }
}
