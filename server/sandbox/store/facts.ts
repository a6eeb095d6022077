import { preparedQuery } from "#server/sql/prepared-query.ts";
import type { Db } from "./database.ts";
import type { FactsTable } from "./tables/facts.ts";

export async function readFact(db: Db, name: FactsTable["name"]): Promise<string | undefined> {
  const [row] = await factNamed(db, { name });
  return row?.value;
}

const factNamed = preparedQuery((db: Db, { name }: Pick<FactsTable, "name">) =>
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
