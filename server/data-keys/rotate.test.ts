import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, it, vi } from "vitest";
import * as accounts from "#server/accounts/encrypted-keys.ts";
import * as record from "#server/audit/record.ts";
import * as verify from "#server/audit/verify.ts";
import * as factors from "#server/auth/factors/encrypted-secret.ts";
import * as reading from "#server/backup/read-backup.ts";
import * as writing from "#server/backup/write-backup.ts";
import * as macs from "#server/books/record-macs.ts";
import { closeStore } from "#server/db/close-store.ts";
import { openStore } from "#server/db/db.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import { prepareAccountStore } from "#server/db/prepare-account-store.ts";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import * as secrets from "#server/payments/card-data/secrets.ts";
import { applyTestSettings } from "#server/test-settings.ts";
import * as keyring from "./keyring.ts";
import * as rotate from "./rotate.ts";

const keyOf = (letter: string) => letter.repeat(40);

const parts = {
  ...accounts,
  ...keyring,
  ...rotate,
  ...factors,
  ...secrets,
  ...macs,
  ...record,
  ...verify,
  ...writing,
  ...reading,
};

/** What a process with these keys, just started, makes of the store: until the next call. */
async function asProcess(current: string, old?: string) {
  applyTestSettings();
  vi.stubEnv("CONSOLE_DATA_KEY", keyOf(current));
  vi.stubEnv("CONSOLE_DATA_KEY_OLD", old && keyOf(old));
  Object.assign(globalThis, { [Symbol.for("merchant-console.keyring")]: undefined });
  return parts;
}

const userId = (number: number) => `a3f0c7de-0000-4000-8000-${String(number).padStart(12, "0")}`;
const people = 250;
const accountKeys = { apiKey: "key of shop 2", apiPin: "pin of shop 2", webhookKey: "" };

const numbers = Array.from({ length: people }, (_, number) => number);

/** Second factors of all people, encrypted under the key of the process. */
const makeFactorRows = () =>
  Promise.all(
    numbers.map(async (number) => {
      const user_id = userId(number);
      return {
        user_id,
        secret: await parts.encryptSecret(`SECRET${number}`, user_id),
        pending_secret: number % 2 ? await parts.encryptSecret(`PENDING${number}`, user_id) : null,
        ...{ confirmed_at: 1, last_step: null, recovery_salt: null },
      };
    }),
  );
/** Those under key "a", which every test begins with. */
let factorRows: ReturnType<typeof makeFactorRows> | undefined;

const testProcess = new URL("./test-process.ts", import.meta.url);
const rotateCli = new URL("./rotate-cli.ts", import.meta.url);

/** Runs a program of this folder on the store, with keys "b" and "a". */
function start({ settings: { dataDir, databaseUrl } }: TestStore, program: URL, ...args: string[]) {
  const { CONSOLE_DATA_KEY_OLD: _, ...others } = process.env;
  return spawn(process.execPath, [fileURLToPath(program), ...args], {
    env: {
      ...others,
      CONSOLE_DATA_KEY: keyOf("b"),
      CONSOLE_DATA_KEY_OLD: keyOf("a"),
      DATA_DIR: dataDir,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
}

async function run(store: TestStore, program: URL, ...args: string[]) {
  const child = start(store, program, ...args);
  const [out, [code, signal]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return { out, code, signal };
}

describeStores("a change of the data key", (open, onSqlite) => {
  let store: TestStore;
  let mac: string;
  let payer: string;

  /** A store as a console with key "a" leaves it. */
  beforeEach(async () => {
    store = await open();
    const a = await asProcess("a");
    await a.adoptKeyring(store.db);
    const added = numbers.map((number) => ({
      id: userId(number),
      email: `person-${number}@shop.test`,
      name: `Person ${number}`,
      role: "clerk",
      password_hash: "x",
      disabled: 0,
      created_at: 1,
    }));
    await store.db
      .insertInto("users")
      .values(added as never) // the other columns have defaults
      .execute();
    factorRows ??= makeFactorRows();
    await store.db
      .insertInto("second_factors")
      .values(await factorRows)
      .execute();
    await store.db
      .insertInto("gateway_accounts")
      .values({
        ...{ id: "shop-2", name: "Shop 2", color: "approved", urls: "http://127.0.0.1:1", port: 3001 },
        ...{ origin: null, version: 1, created_at: 1, removed_at: null },
        sealed: await a.encryptKeys(accountKeys, "shop-2"),
      })
      .execute();
    await a.recordAlone(store.db, { name: "session.ended", by: "console" });
    mac = await a.macOf("signed day", "figures");
    payer = await a.keyedDigest("payer", "4000100011112224");
  });

  const factors = () => store.db.selectFrom("second_factors").selectAll().orderBy("user_id").execute();
  const factorsUnder = async (prefix: string) =>
    (await factors())
      .flatMap(({ secret, pending_secret }) => [secret, pending_secret])
      .filter((one) => one?.startsWith(prefix)).length;

  /** Everything that was keyed under "a" is read by a process that knows "b" alone. */
  async function expectAllUnder(letter: string) {
    const later = await asProcess(letter);
    await later.loadKeyring(store.db);
    const [current] = await later.dataKeys();
    expect(current.id).toBe((await later.givenDataKey()).id);
    expect(await factorsUnder(current.prefix)).toBe(people + people / 2);
    for (const [number, { user_id, secret, pending_secret }] of (await factors()).entries()) {
      if (number % 50 > 1) continue;
      expect(await later.decryptSecret(secret ?? "", user_id)).toBe(`SECRET${number}`);
      if (pending_secret) expect(await later.decryptSecret(pending_secret, user_id)).toBe(`PENDING${number}`);
    }
    const { sealed } = await store.db
      .selectFrom("gateway_accounts")
      .select("sealed")
      .executeTakeFirstOrThrow();
    expect(sealed?.startsWith(current.prefix)).toBe(true);
    expect(await later.decryptKeys(sealed ?? "", "shop-2")).toEqual(accountKeys);
    expect(await later.decryptKeys(sealed ?? "", "shop-3")).toBeUndefined();
    expect(await later.checkMac("signed day", "figures", mac)).toBe("intact");
    expect(await later.checkMac("signed day", "other figures", mac)).toBe("changed");
    expect(await later.keyedDigests("payer", "4000100011112224")).toContain(payer);
    expect((await later.verifyLog(store.db)).integrity).toEqual([]);
    return later;
  }

  it("encrypts all again, and the new key alone reads, finds and checks what the old one keyed", async () => {
    const both = await asProcess("b", "a");
    await both.loadKeyring(store.db);
    const before = await both.keyedDigest("payer", "4000100011112224");
    expect(before, "writes under the old key until the change").toBe(payer);
    const { from, to, ...rest } = await both.rotateKeys(store.db, { settleMs: 0 });
    expect([from, to]).not.toContain(undefined);
    expect(rest).toEqual({ reencrypted: people + people / 2 + 1, unreadable: 0, retired: 1 });
    expect(await both.keyedDigest("payer", "4000100011112224")).not.toBe(payer);
    const later = await expectAllUnder("b");
    expect(await later.rotateKeys(store.db, { settleMs: 0 })).toEqual({
      from: undefined,
      to,
      reencrypted: 0,
      unreadable: 0,
      retired: 1,
    });
    const events = await store.db.selectFrom("audit_events").select(["name", "data"]).execute();
    expect(events.filter(({ name }) => name === "keys.rotated").map(({ data }) => JSON.parse(data))).toEqual([
      { from, to },
    ]);
  });

  onSqlite("leaves a backup that the new key alone reads and checks", async () => {
    await (await asProcess("b", "a")).rotateKeys(store.db, { settleMs: 0 });
    const folder = await mkdtemp(join(tmpdir(), "console-keys-"));
    try {
      const path = join(folder, "console.backup");
      await (await asProcess("b")).writeBackup(store.db, path);
      // A process without a store: what it knows of earlier keys is in the backup.
      const { faults, manifest } = await (await asProcess("b")).readBackup(path);
      expect(faults).toEqual([]);
      expect(manifest.tables.second_factors).toMatchObject({ rows: people });
      expect((await (await asProcess("c", "b")).readBackup(path)).faults).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  onSqlite("keeps every earlier key through a second change, readable under the newest alone", async () => {
    await (await asProcess("b", "a")).rotateKeys(store.db, { settleMs: 0 });
    const { retired } = await (await asProcess("c", "b")).rotateKeys(store.db, { settleMs: 0 });
    expect(retired).toBe(2);
    await expectAllUnder("c");
    const stored = JSON.stringify(await store.db.selectFrom("data_keys").selectAll().execute());
    for (const letter of ["a", "b", "c"]) {
      expect(stored).not.toContain(keyOf(letter));
      const known = await asProcess(letter);
      expect(stored).not.toContain((await known.givenDataKey()).stretched.toString("base64url"));
    }
  });

  it("goes on where it was killed, and shows a log that was changed before", async () => {
    for (const point of ["switched", "chunk"])
      expect(await run(store, testProcess, "kill", point), point).toMatchObject({ signal: "SIGKILL" });
    const b = await asProcess("b", "a");
    const done = await factorsUnder((await b.givenDataKey()).prefix);
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(people);
    const finished = await run(store, rotateCli);
    expect(finished.out).toContain("Everything can be read. Remove CONSOLE_DATA_KEY_OLD");
    expect(finished.code).toBe(0);
    const later = await expectAllUnder("b");
    // Who has the old key and writes to the store can't rewrite what was before the change.
    await store.db
      .updateTable("audit_events")
      .set({ data: '{"reason":"another"}' })
      .where("position", "=", 1)
      .execute();
    expect((await later.verifyLog(store.db)).integrity).not.toEqual([]);
  });

  it("is refused while a console runs that doesn't know the new key, and changes nothing", async () => {
    const _both = await asProcess("b", "a");
    const { id } = await (await asProcess("a")).givenDataKey();
    await store.db.insertInto("processes").values({ id: "old", seen_at: Date.now(), key_ids: id }).execute();
    const both = await asProcess("b", "a");
    await expect(both.rotateKeys(store.db, { settleMs: 0 })).rejects.toThrow(
      "1 of 1 running consoles don't know the new key yet",
    );
    expect(await store.db.selectFrom("data_keys").select("key_id").execute()).toEqual([{ key_id: id }]);
    expect(await factorsUnder(`v1.${id}.`)).toBe(people + people / 2);
  });

  onSqlite("changes no store while a console of one of the accounts doesn't know the new key", async () => {
    const place = { ...store.settings, account: "shop-2", mayBeNew: true };
    await prepareAccountStore(place);
    const made = openStore(place);
    await migrateToLatest(made);
    const a = await asProcess("a");
    await a.adoptKeyring(made);
    const { id } = await a.givenDataKey();
    const living = { id: "old", seen_at: Date.now() + 30_000, key_ids: id };
    await made.insertInto("processes").values(living).execute();
    expect(await run(store, rotateCli)).toMatchObject({ code: 2, out: "" });
    const keysOf = (one: typeof made) => one.selectFrom("data_keys").select("key_id").execute();
    expect(await keysOf(store.db)).toEqual([{ key_id: id }]);
    expect(await factorsUnder(`v1.${id}.`)).toBe(people + people / 2);
    await made.deleteFrom("processes").execute();
    const { code, out } = await run(store, rotateCli);
    expect(code).toBe(0);
    expect(out).toMatch(/^The new key is in use.+Account shop-2:\nThe new key is in use/s);
    for (const one of [store.db, made]) expect(await keysOf(one)).toHaveLength(2);
    await closeStore(made);
  });

  it("goes on beside a console that knows both keys and writes all the while", async () => {
    const writer = start(store, testProcess, "write");
    const output = text(writer.stdout);
    await once(writer.stdout, "data");
    const both = await asProcess("b", "a");
    await both.rotateKeys(store.another());
    writer.stdin.end();
    const written = Number(/written (\d+)/.exec(await output)?.[1]);
    expect(written).toBeGreaterThan(20);
    const { verifyLog } = await expectAllUnder("b");
    const { events } = await verifyLog(store.db);
    // The first event of the store, each of the console's, and the change.
    expect(events).toBe(1 + written + 1);
    const hashes = await store.db.selectFrom("audit_events").select("hash").execute();
    expect(new Set(hashes.map(({ hash }) => hash.slice(0, 12))).size, "both keys wrote").toBe(2);
  });

  it("is refused without the key in use, and goes on without it when that is lost", async () => {
    const stranger = await asProcess("c", "b");
    await expect(stranger.rotateKeys(store.db, { settleMs: 0 })).rejects.toThrow(
      "neither CONSOLE_DATA_KEY nor",
    );
    // Goes on without it only on request, and says what nobody can read any more.
    const { unreadable } = await stranger.rotateKeys(store.db, { settleMs: 0, isLost: true });
    // The keys of the account too.
    expect(unreadable).toBe(people + 1);
    const [current] = await stranger.dataKeys();
    expect(current.id).toBe((await stranger.givenDataKey()).id);
  });
});
