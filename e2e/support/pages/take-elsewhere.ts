import type { RunningConsole } from "../running-console.ts";

/** A payment that another program took: its key. */
export async function takeElsewhere(
  console: RunningConsole,
  fields: Record<string, unknown> = {},
): Promise<string> {
  const { body } = await console.gateway("POST", "/transactions", {
    command: "sale",
    amount: "42.50",
    creditcard: { number: "4000100011112224", expiration: "1249", cvc: "123" },
    ignore_duplicate: true,
    ...fields,
  });
  return (body as { key: string }).key; // an approved payment has a key
}
