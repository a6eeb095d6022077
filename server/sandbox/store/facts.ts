import { preparedQuery } from "./prepared-query.ts";
import type { Db } from "./store.ts";
import type { FactsTable } from "./tables/facts.ts";

export async function readFact(db: Db, name: FactsTable["name"]): Promise<string | undefined> {
  const [row] = await factNamed(db, { name });
  return row?.value;
}

const factNamed = preparedQuery<Pick<FactsTable, "name">, Pick<FactsTable, "value">>((db, { name }) =>
  db.selectFrom("facts").select("value").where("name", "=", name),
);

export async function writeFact(db: Db, name: FactsTable["name"], value: string): Promise<void> {
  await db
    .insertInto("facts")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

export async function deleteFact(db: Db, name: FactsTable["name"]): Promise<void> {
  await db.deleteFrom("facts").where("name", "=", name).execute();
}
