import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { rowEffect } from "#lib/bulk/row-effect.ts";
import { emptyCharge } from "#lib/charge/fields/values.ts";
import { toCharge } from "#lib/charge/request.ts";
import { prepareFile } from "#server/bulk/approve-file.ts";
import { recordRows, rowDigester } from "#server/bulk/known-rows.ts";
import { preparationOf } from "#server/bulk/test-preparation.ts";
import { type Database, tables } from "#server/db/database.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import { describeStoresOnSqlite, type TestStore } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { digestsFor } from "#server/payments/card-data/secrets.ts";
import type { Plan } from "#server/payments/plan.ts";
import { cardSale, clerk, lose, run, setUpConsole } from "#server/payments/test-console.ts";
import { type Guess, recover } from "./test-attack.ts";

setUpConsole();

const card = "4000100011112224";
const code = "739";
const bank = { routing: "123456780", account: "40961337" };
const oneRow = { command: "sale", amount: "17.00", ccnum: card, ccexp: "1228", orderid: "row-1" };
const oneRowFile = (number: string) =>
  `command,amount,ccnum,ccexp,orderid\nsale,17.00,${number},1228,row-1\n`;

function cardPlan(): Plan {
  const plan = cardSale("31.00");
  return { ...plan, body: { ...plan.body, creditcard: { number: card, expiration: "1228", cvc: code } } };
}

function checkPlan(): Plan {
  const values = emptyCharge(randomUUID());
  const check = { ...values.check, name: "Ada Okafor", ...bank };
  return { attemptId: values.attemptId, ...toCharge({ ...values, tender: "check", amount: "44.00", check }) };
}

/** Numbers with the same last digits and a valid check digit, including the planted one. */
const numbers = [card, ...["4000106011612224", "4000102511112224", "4111105011112224"]];
/** A few of the thousand codes; each takes the same time. */
const codes = Array.from({ length: 10 }, (_, n) => String(n + 735));

/** The attacker knows the rest of each request, which is stored in plain text. */
async function guesses(plans: { sale: Plan; check: Plan }): Promise<Guess[]> {
  const request = (plan: Plan, body: unknown) => JSON.stringify([plan.command, null, body]);
  const files = await Promise.all(numbers.map((number) => preparation(number)));
  const [sale, check] = [plans.sale.body, plans.check.body];
  return [
    ...numbers.map((number, place) => ({
      what: `card ${number}`,
      texts: [
        number,
        rowEffect({ ...oneRow, ccnum: number }),
        files[place]?.sha256 ?? "",
        files[place]?.approval.rowsDigest ?? "",
      ],
    })),
    ...codes.map((cvc) => ({
      what: `security code ${cvc}`,
      texts: [request(plans.sale, { ...sale, creditcard: { number: card, expiration: "1228", cvc } }), cvc],
    })),
    ...[bank.account, "40961338"].map((account) => ({
      what: `account ${account}`,
      texts: [
        `${bank.routing}/${account}`,
        request(plans.check, { ...check, check: { ...Object(check.check), account } }),
      ],
    })),
  ];
}

async function allRows(store: Kysely<Database>): Promise<unknown[]> {
  const lists = await Promise.all(
    Object.keys(tables).map(
      async (name) => (await sql`select * from ${sql.table(name)}`.execute(store)).rows,
    ),
  );
  return lists.flat();
}

/** The bytes of a copy of the store: on SQLite those of free pages and of the WAL too. */
async function bytesOf({ settings, db }: TestStore): Promise<string> {
  if (settings.databaseUrl) return JSON.stringify(await allRows(db));
  return readdirSync(settings.dataDir)
    .map((name) => readFileSync(join(settings.dataDir, name), "latin1"))
    .join("\n");
}

describeStoresOnSqlite("a copy of the store", (open) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await open();
    useStore(store.db);
  });

  test("reveals no card number, security code or bank account", async () => {
    const plans = { sale: cardPlan(), check: checkPlan() };
    expect((await run(plans.sale)).state).toBe("answered");
    expect((await run(plans.check)).state).toBe("answered");
    const file = await prepareFile(clerk, await preparation());
    if (!file.ok) throw new Error(file.problem.message);
    const [digest] = await digestsFor("bulk row");
    await recordRows(file.value.id, [{ row: 2, digest: digest(rowDigester()(oneRow)), trace: undefined }]);

    const rows = await allRows(store.db);
    expect(recover(rows, await guesses(plans))).toEqual([]);
    // With the data key beside the store the same guesses find the numbers; the security code is in no digest at all.
    const withKey = recover([...rows, process.env.CONSOLE_DATA_KEY], await guesses(plans));
    expect(withKey).toEqual([`card ${card}`, `account ${bank.account}`]);
    const bytes = await bytesOf(store);
    for (const secret of [card, bank.account, process.env.CONSOLE_DATA_KEY ?? ""])
      expect(bytes).not.toContain(secret);
  });

  test("of an older version, with its key inside, reveals all three; a start refuses it", async () => {
    const old = await open();
    useStore(old.db);
    const plans = { sale: cardPlan(), check: checkPlan() };
    await lose(plans.sale);
    await run(plans.check);
    await makeOld(old.db, plans);
    const found = [`card ${card}`, `security code ${code}`, `account ${bank.account}`];
    expect(recover(await allRows(old.db), await guesses(plans))).toEqual(found);
    await expect(migrateToLatest(old.db)).rejects.toThrow(
      "doesn't know its migration 0004-settings. Nothing was changed.",
    );
  });
});

/** A file of one row, as the page submits it. */
const preparation = (number = card) =>
  preparationOf(oneRowFile(number), { mapping: ["command", "amount", "ccnum", "ccexp", "orderid"] });

/** Keys the rows as versions before the data key did, with a key in the store itself. */
async function makeOld(db: Kysely<Database>, { sale, check }: { sale: Plan; check: Plan }): Promise<void> {
  const key = randomBytes(32).toString("base64url");
  const keyed = (text: string) => createHmac("sha256", key).update(text).digest("base64url");
  await db.insertInto("settings").values({ name: "journal-key", value: key }).execute();
  for (const [plan, number] of [
    [sale, card],
    [check, `${bank.routing}/${bank.account}`],
  ] as const) {
    const digest = keyed(JSON.stringify([plan.command, null, plan.body]));
    await db
      .updateTable("attempts")
      .set({ fingerprint: keyed(number), digest })
      .where("id", "=", plan.attemptId)
      .execute();
  }
  await sql`insert into console_migrations (name, timestamp) values ('0004-settings', '')`.execute(db);
}
