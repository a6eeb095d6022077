import { makeKey } from "../keys.ts";
import type { Db } from "./store.ts";

/** A saved customer as the contract's customer object has it. */
export type CustomerDetails = {
  customerid: string;
  company: string;
  first_name: string;
  last_name: string;
  street: string;
  street2: string;
  city: string;
  state: string;
  postalcode: string;
  country: string;
  phone: string;
  fax: string;
  email: string;
  payment_methods: { key: string; type: string; name: string; cardnumber: string }[];
};

export type Customer = { id: number; key: string; details: CustomerDetails };

export async function findCustomer(db: Db, key: string): Promise<Customer | undefined> {
  if (!/^[0-9a-z]{15}$/.test(key)) return undefined;
  const row = await db.selectFrom("customers").selectAll().where("key", "=", key).executeTakeFirst();
  return row && { ...row, details: JSON.parse(row.details) as CustomerDetails };
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
