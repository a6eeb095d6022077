import { sql } from "kysely";
import { expect, it } from "vitest";
import { recordAlone } from "#server/audit/record.ts";
import { verifyLog } from "#server/audit/verify.ts";
import { writeRows } from "#server/books/index/write-rows.ts";
import { testRow } from "#server/books/search/test-rows.ts";
import { OtherVersionError } from "#server/sql/migrate.ts";
import { tables } from "./database.ts";
import { migrateToLatest } from "./migrate.ts";
import { describeStores } from "./test-store.ts";

describeStores("the console's store", (open) => {
  it("has every table after the first start, and a second one changes nothing", async () => {
    const { db, another } = await open();
    await migrateToLatest(another());
    for (const name of Object.keys(tables)) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
      expect(rows).toEqual([]);
    }
  });

  it("is created once when three processes start at the same time", async () => {
    const { db, another } = await open();
    for (const name of Object.keys(tables).reverse()) await db.schema.dropTable(name).execute();
    await db.schema.dropTable("console_migrations").execute();
    await db.schema.dropTable("console_migration_lock").execute();
    await Promise.all([another(), another(), another()].map((store) => migrateToLatest(store)));
    expect(await db.selectFrom("users").selectAll().execute()).toEqual([]);
  });

  it("of a newer version is refused with what to do, and left unchanged", async () => {
    const { db, another } = await open();
    await db.insertInto("settings").values({ name: "kept", value: "1" }).execute();
    await sql`insert into console_migrations (name, timestamp) values ('9999-later', '')`.execute(db);
    const refused = migrateToLatest(another());
    await expect(refused).rejects.toThrow(OtherVersionError);
    await expect(refused).rejects.toThrow(
      "The store is newer than this version of the console, which doesn't know its migration 9999-later. Nothing was changed. Start the version that made it, or restore a backup from before that upgrade.",
    );
    expect(await db.selectFrom("settings").select("value").execute()).toEqual([{ value: "1" }]);
  });

  it("loses nothing that two processes write while a third upgrades it", async () => {
    const { db, another } = await open();
    await db.schema.dropTable("receipt_emails").execute();
    await sql`delete from console_migrations where name like '%receipt-emails%'`.execute(db);
    const written: string[] = [];
    const write = async (store: typeof db, process: string) => {
      for (let at = 0; at < 60; at += 1) {
        await recordAlone(store, { name: "session.locked", by: "operator", subject: `${process}-${at}` });
        written.push(`${process}-${at}`);
      }
    };
    await Promise.all([write(another(), "a"), write(another(), "b"), migrateToLatest(another())]);
    expect(await db.selectFrom("receipt_emails").selectAll().execute()).toEqual([]);
    const rows = await db
      .selectFrom("audit_events")
      .select("subject")
      .where("name", "=", "session.locked")
      .execute();
    expect(rows.map(({ subject }) => subject).sort()).toEqual(written.sort());
    expect(await verifyLog(db)).toMatchObject({ integrity: [] });
  });

  it("of another line of versions is refused, and left unchanged", async () => {
    const { db, another } = await open();
    await sql`update console_migrations set name = '0001-users' where name like '%-users'`.execute(db);
    const refused = migrateToLatest(another());
    await expect(refused).rejects.toThrow(OtherVersionError);
    await expect(refused).rejects.toThrow("Move it away or delete it, then start again");
    expect(await db.selectFrom("settings").selectAll().execute()).toEqual([]);
  });

  it("gives payments that were indexed by an earlier version their terms and clerks", async () => {
    const { db, another } = await open();
    await writeRows(db, [testRow("sale", { customer: "Ann Lee", user_name: "Mira Castellanos" })]);
    const read = () => db.selectFrom("indexed_transactions").select("terms").executeTakeFirstOrThrow();
    const written = (await read()).terms.split("\n").sort();
    await db.schema.alterTable("indexed_transactions").dropColumn("terms").execute();
    for (const name of ["transaction_clerks", "receipt_emails"]) await db.schema.dropTable(name).execute();
    await sql`delete from console_migrations where name between '0360' and '0363'`.execute(db);
    await migrateToLatest(another());
    expect((await read()).terms.split("\n").sort()).toEqual(written);
    expect(await db.selectFrom("transaction_clerks").selectAll().execute()).toEqual([
      { name: "Mira Castellanos" },
    ]);
  });

  it("reads times, counts and sums as numbers", async () => {
    const { db } = await open();
    const created_at = 1_795_000_000_123;
    const person = {
      name: "A",
      role: "clerk" as const,
      password_hash: "-",
      disabled: 0 as const,
      created_at,
    };
    await db
      .insertInto("users")
      .values([
        { ...person, id: "a", email: "a@x.test" },
        { ...person, id: "b", email: "b@x.test" },
      ])
      .execute();
    const row = await db
      .selectFrom("users")
      .select((eb) => [
        eb.fn.max("created_at").as("latest"),
        eb.fn.countAll().as("count"),
        eb.fn.sum("created_at").as("sum"),
      ])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ latest: created_at, count: 2, sum: created_at * 2 });
  });

  it("makes a second writer wait instead of fail", async () => {
    const { db, another } = await open();
    const other = another();
    await db.insertInto("settings").values({ name: "n", value: "0" }).execute();
    const addOne = (store: typeof db) =>
      store.transaction().execute(async (trx) => {
        await trx
          .updateTable("settings")
          .set({ value: sql`cast(cast(value as integer) + 1 as text)` })
          .execute();
      });
    await Promise.all([addOne(db), addOne(other), addOne(db), addOne(other)]);
    expect(await db.selectFrom("settings").select("value").executeTakeFirst()).toEqual({ value: "4" });
  });
});
