import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { withoutCustomer } from "#lib/payments/customer-fields.ts";
import { readMoment } from "#lib/time.ts";
import { env } from "#server/env.ts";

/** Epoch ms: the customers of payments from before that are named no more. Undefined: all are. */
export function customersBefore(now: number): number | undefined {
  const { customersKeptMs } = env();
  return customersKeptMs === undefined ? undefined : now - customersKeptMs;
}

/** A reading of the gateway as it is stored: the gateway still names the customers that this console has deleted. */
export function withoutOldCustomer(transaction: TransactionDetail, now: number): TransactionDetail {
  const before = customersBefore(now);
  const createdAt = readMoment(env().gatewayTimeZone, transaction.created);
  if (before === undefined || createdAt === undefined || createdAt >= before) return transaction;
  return withoutCustomer(transaction);
}
