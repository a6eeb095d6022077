import { toDepositState } from "#lib/deposits/batch-state.ts";
import { readDepositsOf } from "#server/books/deposits/batch-deposits.ts";
import { route } from "#server/route.ts";

/** What reached the bank of a page of batches. `keys`: batches, with commas between them. Sends no gateway requests. */
export const GET = route({ right: "manageDeposits" }, async ({ query }) => {
  const found = await readDepositsOf((query.get("keys") ?? "").split(",").slice(0, mostKeys));
  return Object.fromEntries(Object.entries(found).map(([key, deposits]) => [key, toDepositState(deposits)]));
});

const mostKeys = 1000;
