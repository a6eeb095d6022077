import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { goodCard, type RunningSandbox, startSandbox } from "#e2e/support/sandbox.ts";
import { linesOf, move, send, slowCard } from "./bulk/bulk-files.ts";
import { goodCheck } from "./payments.ts";

const postgres = process.env.TEST_POSTGRES_URL;
const card = { number: "4000100811112226", expiration: "1147", cvc: "8713", cardholder: "Sofia Marchetti" };
const account = "77341950282";
// Nothing listens there, so events stay in the outbox.
const webhooks = { url: "http://127.0.0.1:9/events", key: "9c41e07b5d-signs-events" };

describe.each(["sqlite", ...(postgres ? [postgres] : [])])("secrets (store %#)", (store) => {
  let sandbox: RunningSandbox;
  const replies: string[] = [];

  beforeAll(async () => {
    sandbox = await startSandbox({ store, settings: { SANDBOX_LOG: "on" } });
    await sandbox.control("PUT", "/webhooks", webhooks);
    const say = async (answer: Promise<{ text: string }>) => {
      const { text } = await answer;
      replies.push(text);
      return JSON.parse(text);
    };
    const sale = await say(sandbox.command("sale", { amount: 5, creditcard: card, save_card: true }));
    await say(sandbox.command("sale", { amount: 5, creditcard: { ...card, number: `${card.number}0` } }));
    await say(sandbox.command("sale", { amount: "x", creditcard: card }));
    await say(sandbox.command("nonsense", { creditcard: card }));
    await say(sandbox.command("cc:save", { creditcard: card }));
    await say(sandbox.command("check:sale", { amount: 5, check: { ...goodCheck, account } }));
    await say(sandbox.request("POST", "/tokens", [{ creditcard: card }]));
    await say(sandbox.request("GET", `/tokens/${card.number}`));
    await say(sandbox.command(card.number, {}));
    // Secrets where a path of the contract has something else.
    const unsigned = { authorization: null };
    await say(sandbox.request("GET", `/${sandbox.pin}`, undefined, { ...unsigned, endpoint: sandbox.key }));
    await say(sandbox.request("GET", `/tokens/${sandbox.pin}`, undefined, unsigned));
    for (const path of [`/${sandbox.key}/${sandbox.pin}`, `/_sandbox/checks/${card.number}/${sandbox.pin}`])
      await say(sandbox.request("GET", `/../..${path}`));
    const key = await sandbox.control("POST", "/payment-keys", { creditcard: card });
    await say(sandbox.command("authonly", { amount: 6, ...key }));
    await say(sandbox.command("refund", { trankey: sale.key, amount: 1 }));
    await say(sandbox.request("GET", `/transactions/${sale.key}?return_bin=1&return_origin=1`));
    const receipt = await say(sandbox.request("GET", `/transactions/${sale.key}/receipts`));
    replies.push(Buffer.from(receipt, "base64").toString());
    replies.push(JSON.stringify(await sandbox.control("GET", "/webhooks/deliveries")));
    // The file has rows that ran, rows that are queued and rejected rows.
    const line = `,,${card.number},${card.expiration},${card.cvc},,`;
    const wait = Array.from({ length: 3 }, () => `,,${slowCard},${card.expiration},${card.cvc},,9`);
    const file = [
      "command,routing,ccnum,ccexp,cvc,account,amount",
      `${line}7`,
      `${line}x`,
      `check:sale,${goodCheck.routing},,,,${account},8`,
      ...wait,
    ].join("\n");
    const { body: group } = await send(sandbox, file, { name: `${card.number}.csv` });
    replies.push(JSON.stringify(group));
    while ((await linesOf(sandbox, group.bulk_key)).length < 1);
    await move(sandbox, group.bulk_key, "pause");
    replies.push(JSON.stringify((await send(sandbox, `${line}7\n`)).body));
    replies.push(JSON.stringify((await send(sandbox, `ccnum\n"${card.number}"4`)).body));
    const waiting = await send(sandbox, file.replaceAll("9", "6"));
    expect(waiting.body.transactions).toBe(4);
    replies.push(JSON.stringify(waiting.body));
    await sandbox.kill9();
  });
  afterAll(() => sandbox.stop());

  const secrets = () => ({
    "card number": [card.number, `${card.number}0`],
    "account number": [account],
    "API key": [sandbox.key],
    PIN: [sandbox.pin],
    "key of the events": [webhooks.key],
  });

  test("no reply holds a card or account number, the API key or the PIN", () => {
    for (const [name, values] of Object.entries(secrets()))
      for (const value of values) expect(replies.join("\n").includes(value), name).toBe(false);
  });

  test("no log line holds a card or account number, the API key, the PIN or the security code", () => {
    expect(sandbox.output()).toContain('"command":"sale"');
    expect(sandbox.output()).toContain('"path":"/api/v2/tokens/{token}"');
    expect(sandbox.output()).toContain('"path":"/api/{endpoint}/{unknown}"');
    expect(sandbox.output()).toContain('"path":"/_sandbox/webhooks"');
    for (const [name, values] of Object.entries(secrets()))
      for (const value of values) expect(sandbox.output().includes(value), name).toBe(false);
    expect(sandbox.output()).not.toContain(`"${card.cvc}"`);
  });

  test("no stored file or row holds a card or account number, expiration date, security code, API key or PIN, although permitted data is found there", async () => {
    const bytes = Buffer.concat([...(await everyFile(sandbox.dataDir)), await everyRow(sandbox.databaseUrl)]);
    expect(bytes.includes("Sofia Marchetti")).toBe(true);
    expect(bytes.includes("xxxxxxxxxxxx2226")).toBe(true);
    expect(bytes.includes("transaction.sale.failure")).toBe(true);
    for (const [name, values] of Object.entries({
      ...secrets(),
      "security code": [`"${card.cvc}"`],
      date: [`"${card.expiration}"`],
    }))
      for (const value of values) {
        expect(bytes.includes(value), name).toBe(false);
        expect(
          bytes.includes(Buffer.from(value).toString("base64").replace(/=+$/, "")),
          `${name} in base64`,
        ).toBe(false);
      }
  });

  test("the encryption key is readable by its owner only", async () => {
    expect((await stat(join(sandbox.dataDir, "sandbox.key"))).mode & 0o777).toBe(0o600);
  });
});

test("a store is not opened with another card key", async () => {
  const sandbox = await startSandbox();
  await sandbox.command("sale", { amount: 1, creditcard: goodCard });
  await sandbox.kill9();
  const other = startSandbox({ settings: { DATA_DIR: sandbox.dataDir, SANDBOX_CARD_KEY: "ab".repeat(32) } });
  await expect(other).rejects.toThrow("is not the one this store was made with");
  await sandbox.stop();
});

test("a store of another version is refused with one sentence and stays as it was", async () => {
  const sandbox = await startSandbox();
  await sandbox.command("sale", { amount: 1, creditcard: goodCard });
  await sandbox.end();
  const file = new DatabaseSync(join(sandbox.dataDir, "sandbox.sqlite"));
  file.exec("insert into sandbox_migrations (name, timestamp) values ('0085-removed', '2026-01-01')");
  file.close();
  const again = startSandbox({ settings: { DATA_DIR: sandbox.dataDir } });
  await expect(again).rejects.toThrow(
    /The folder DATA_DIR \S+ holds a store of another version of the sandbox, which is not upgraded: use an empty one\./,
  );
  await sandbox.stop();
});

async function everyFile(folder: string): Promise<Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return await Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name))),
  );
}

async function everyRow(databaseUrl: string | undefined): Promise<Buffer> {
  if (!databaseUrl) return Buffer.alloc(0);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows: tables } = await client.query("select tablename from pg_tables where schemaname = 'public'");
  const dumps: unknown[] = [];
  for (const { tablename } of tables) dumps.push((await client.query(`select * from "${tablename}"`)).rows);
  await client.end();
  return Buffer.from(JSON.stringify(dumps));
}
