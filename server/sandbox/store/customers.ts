import { makeKey } from "../keys.ts";
import type { Db } from "./database.ts";
import type { CustomerDetails } from "./tables/customers.ts";

export type Customer = { id: number; key: string; details: CustomerDetails };

export async function findCustomer(db: Db, key: string): Promise<Customer | undefined> {
  if (!/^[0-9a-z]{15}$/.test(key)) return undefined;
  const row = await db.selectFrom("customers").selectAll().where("key", "=", key).executeTakeFirst();
  return row && { ...row, details: JSON.parse(row.details) as CustomerDetails }; // as it was stored
}

export async function insertCustomer(db: Db, details: CustomerDetails): Promise<Customer> {
  const { id, key } = await db
    .insertInto("customers")
    .values({ key: makeKey("customer", Date.now()), details: JSON.stringify(details) })
    .returning(["id", "key"])
    .executeTakeFirstOrThrow();
  return { id, key, details };
}

export async function changeCustomer(db: Db, { id, details }: Customer): Promise<void> {
  await db
    .updateTable("customers")
    .set({ details: JSON.stringify(details) })
    .where("id", "=", id)
    .execute();
}
