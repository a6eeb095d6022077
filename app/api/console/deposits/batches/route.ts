import { readDepositStates } from "#server/books/deposits/batch-deposits.ts";
import { route } from "#server/route.ts";

/** What reached the bank of a page of batches. `keys`: batches, with commas between them. Sends no gateway requests. */
export const GET = route({ right: "manageDeposits" }, ({ query }) =>
  readDepositStates((query.get("keys") ?? "").split(",").slice(0, maxKeys)),
);

const maxKeys = 1000;
