import type { RunningConsole } from "../running-console.ts";
import { visa } from "./charge-card.ts";

/**
 * A payment that another system took on the same gateway: its key. A card sale of $179.26, but for the `fields`; `creditcard: undefined`
 * leaves the card out.
 */
export async function takePaymentAtGateway(
  console: RunningConsole,
  { command = "sale", ...fields }: Record<string, unknown> = {},
): Promise<string> {
  const { body } = await console.gateway("POST", "/transactions", {
    command,
    amount: "179.26",
    creditcard: { number: visa, expiration: "1249", cvc: "123", cardholder: "Sofia Marchetti" },
    ignore_duplicate: true,
    ...fields,
  });
  return (body as { key: string }).key; // an approved payment has a key
}
