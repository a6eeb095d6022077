import { formatMoney } from "./format/money.ts";

/** Why an amount is not collected toward the rest of a partial approval, or undefined. All in cents. */
export function restProblem(cents: number, openCents: number, isSettling: boolean): string | undefined {
  if (isSettling) return "The rest of that payment is being collected already.";
  if (openCents <= 0) return "The rest of that payment was collected already.";
  return cents > openCents
    ? `Only ${formatMoney(openCents)} of that payment is still to collect. Take more as a payment of its own.`
    : undefined;
}
