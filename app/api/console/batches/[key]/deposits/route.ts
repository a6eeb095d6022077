import { readBatchDeposits } from "#server/books/deposits/batch-deposits.ts";
import { route } from "#server/route.ts";

/** What reached the bank of a batch. Sends no gateway requests. */
export const GET = route<{ key: string }>({ right: "manageDeposits" }, ({ params }) =>
  readBatchDeposits(params.key),
);
