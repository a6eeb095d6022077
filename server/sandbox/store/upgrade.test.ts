import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { createDatabase } from "#e2e/support/postgres-database.ts";
import { sqliteDialect } from "./dialect.ts";
import { postgresDialect } from "./postgres-dialect.ts";
import { mail } from "./tables/mail.ts";
import { paymentKeys } from "./tables/payment-keys.ts";

const postgres = process.env.TEST_POSTGRES_URL;
const stores = [["SQLite", undefined] as const, ...(postgres ? [["PostgreSQL", postgres] as const] : [])];

/** The tables as the columns of both versions have them. */
type Tables = {
  payment_keys: { payment_key: string; sealed: string; used?: number; created_at?: number };
  mail: {
    transaction_key: string;
    sent_to: string;
    subject: string;
    template: string;
    created_at: number;
    status?: string;
    attempts?: number;
    next_attempt_at?: number | null;
  };
};

describe.each(stores)("a store of an earlier version (%s)", (_name, server) => {
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  async function openDb(): Promise<Kysely<unknown>> {
    const folder = await mkdtemp(join(tmpdir(), "upgrade-"));
    ends.push(() => rm(folder, { recursive: true, force: true }));
    const database = server === undefined ? undefined : await createDatabase(server);
    if (database) ends.push(database.drop);
    const db = new Kysely<unknown>({
      dialect: database ? postgresDialect(database.url) : sqliteDialect(folder),
    });
    ends.push(() => db.destroy());
    return db;
  }

  test("keeps the payment keys that can still pay", async () => {
    const db = await openDb();
    const typed = db.withTables<Tables>();
    await paymentKeys.steps["0005-payment-keys"]?.(db);
    for (const used of [0, 1])
      await typed
        .insertInto("payment_keys")
        .values({ payment_key: `pk_${used}`, sealed: "s", used })
        .execute();
    const before = Date.now();
    await paymentKeys.steps["0041-payment-keys-age"]?.(db);
    const rows = await typed.selectFrom("payment_keys").selectAll().execute();
    expect(rows).toEqual([{ payment_key: "pk_0", sealed: "s", created_at: expect.any(Number) }]);
    expect(rows[0]?.created_at).toBeGreaterThanOrEqual(before);
  });

  test("sends none of the mail that was only kept", async () => {
    const db = await openDb();
    const typed = db.withTables<Tables>();
    await mail.steps["0007-mail"]?.(db);
    const values = {
      transaction_key: "k",
      sent_to: "a@b.test",
      subject: "s",
      template: "vterm",
      created_at: 1,
    };
    await typed.insertInto("mail").values(values).execute();
    await mail.steps["0040-mail-sending"]?.(db);
    const rows = await typed.selectFrom("mail").select(["status", "attempts", "next_attempt_at"]).execute();
    expect(rows).toEqual([{ status: "kept", attempts: 0, next_attempt_at: null }]);
  });
});
