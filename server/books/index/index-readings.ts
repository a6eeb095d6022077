import type { Kysely } from "kysely";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { Database } from "#server/db/database.ts";
import { withoutOldCustomer } from "#server/retention/old-customers.ts";
import { businessClock } from "../business-clock.ts";
import { cardOfReading, noteCards } from "../cards/note-cards.ts";
import { customerOfReading, noteCustomers } from "../cards/note-customers.ts";
import { createdAtOf, type ReadingFacts, toIndexedRow } from "./to-row.ts";
import { writeRows } from "./write-rows.ts";

/** Puts transactions as the gateway just showed them into the index. `store` may be the caller's transaction. */
export async function indexReadings(
  store: Kysely<Database>,
  transactions: readonly TransactionDetail[],
  facts: ReadingFacts,
): Promise<void> {
  const clock = businessClock();
  // A duplicate's answer names the transaction that it repeats.
  const own = transactions
    .filter(({ is_duplicate }) => is_duplicate !== "Y")
    .map((transaction) => withoutOldCustomer(transaction, facts.readAt));
  await writeRows(
    store,
    own.flatMap((transaction) => toIndexedRow(transaction, facts, clock) ?? []),
  );
  await noteCards(
    store,
    own.flatMap((transaction) => cardOfReading(transaction, facts.readAt)),
  );
  await noteCustomers(
    store,
    // Read again, an old payment doesn't make its customer a recent one.
    own.flatMap((transaction) =>
      customerOfReading(transaction, createdAtOf(transaction, facts.readAt, clock)),
    ),
  );
}
