import { readRecords } from "#server/gateway-cache/transaction-records.ts";
import { route } from "#server/route.ts";

/** The bank, fraud check and origin of a transaction: asked of the gateway each time. */
export const GET = route<{ key: string }>(
  { right: "viewTransactions", keepsSessionAlive: true },
  ({ params }) => readRecords(params.key),
);
