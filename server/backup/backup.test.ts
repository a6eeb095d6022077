import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createReadStream, existsSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { createGunzip, gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { recordAlone } from "#server/audit/record.ts";
import { verifyLog } from "#server/audit/verify.ts";
import { roleOf } from "#server/auth/roles/read-roles.ts";
import { closeStore } from "#server/db/close-store.ts";
import { db, openStore } from "#server/db/db.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { showAlive } from "#server/payments/recovery/alive.ts";
import { cardNumber, cardSale, run, setUpConsole } from "#server/payments/test-console.ts";
import { readBackup } from "./read-backup.ts";
import { compareWithStore, restoreBackup } from "./restore-backup.ts";
import { emptyFile, emptyStores, runCli, startCli, takePayments, testFolder } from "./test-backups.ts";
import { writeBackup } from "./write-backup.ts";

setUpConsole();

/** A backup that claims another time, with the hash of its new contents: only the MAC can't be made without the key. */
function forge(lines: string[]): string {
  const [first = "", ...rest] = lines;
  const { seal } = JSON.parse(rest.pop() ?? "");
  const all = `${JSON.stringify({ ...JSON.parse(first), at: 1 })}\n${rest.join("\n")}\n`;
  return `${all}${JSON.stringify({ sha256: createHash("sha256").update(all).digest("hex"), seal })}\n`;
}

const role = { id: "r1", name: "Senior clerk", name_key: "senior clerk" };

describeStores("a backup", (open, onSqlite) => {
  let store: TestStore;
  let folder: string;
  let names = 0;
  const newPath = () => {
    names += 1;
    return join(folder, `console-${names}.backup`);
  };
  const taken = async () => {
    const path = newPath();
    await writeBackup(store.db, path);
    return path;
  };

  beforeAll(async () => {
    folder = await testFolder();
    store = await open();
    useStore(store.db);
    await takePayments();
    const limits = '{"refund":{"dayCents":30000}}';
    await store.db
      .insertInto("roles")
      .values({ ...role, rights: '["refund"]', limits, needs_second_step: 1, version: 3, changed_at: 1 })
      .execute();
  });

  test("is restored into either kind of store with the same rows, sums, signatures and audit log", async () => {
    const path = await taken();
    const { head, completeness } = await verifyLog(store.db);
    for (const settings of await emptyStores()) {
      const restored = openStore(settings);
      const { manifest } = await restoreBackup(restored, path, { replace: false });
      expect(manifest.tables.attempts).toMatchObject({ rows: 3, sums: { amount_cents: 7_490 } });
      expect(manifest.auditHead).toEqual(head);
      expect(await roleOf(restored, role.id)).toEqual(await roleOf(store.db, role.id));
      const backup = await readBackup(path);
      expect(await compareWithStore(restored, backup)).toEqual({
        different: [],
        faults: [],
        signatures: 2,
        isSameSchema: true,
      });
      // The restore itself is the only event after those of the backup.
      const verdict = await verifyLog(restored);
      expect(verdict).toMatchObject({ events: (head?.position ?? 0) + 1, integrity: [], completeness });
      // And back, from the other store.
      const again = newPath();
      await writeBackup(restored, again);
      expect((await readBackup(again)).manifest.tables.attempts).toEqual(manifest.tables.attempts);
      await closeStore(restored);
    }
  });

  test("is of one moment while payments go on", async () => {
    const backups: Awaited<ReturnType<typeof readBackup>>[] = [];
    let isBackedUp = false;
    const takeThree = async () => {
      while (backups.length < 3) backups.push(await readBackup(await taken()));
    };
    const backedUp = takeThree().finally(() => {
      isBackedUp = true;
    });
    for (let payments = 1; !isBackedUp; payments += 1) await run(cardSale(`${payments}.00`));
    await backedUp;
    expect(new Set(backups.map(({ manifest }) => manifest.tables.attempts?.rows)).size).toBeGreaterThan(1);
    for (const { manifest, faults } of backups) {
      const { attempts, audit_events } = manifest.tables;
      expect(faults).toEqual([]);
      expect(audit_events?.rows).toBe(manifest.auditHead?.position);
      expect(attempts?.rows).toBeLessThanOrEqual(audit_events?.rows ?? 0);
    }
  });

  test("belongs to its owner alone and holds no card number, security code or session", async () => {
    const path = await taken();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const content = await text(createReadStream(path).pipe(createGunzip()));
    expect(content).not.toContain(cardNumber);
    expect(content).not.toContain("4000 1000");
    expect(content).not.toMatch(/"(sessions|processes)"/);
    expect(content).toContain("Visa ending 2224");
  });

  test("is not restored when it is cut off, damaged, altered or not a backup, and nothing is written", async () => {
    const path = await taken();
    const whole = await readFile(path);
    const lines = gunzipSync(whole).toString().trimEnd().split("\n");
    const [last] = lines.slice(-1);
    const swapped = lines.map((line) => line.replaceAll(/\b4250\b/g, "4251"));
    const bad = {
      "cut off": whole.subarray(0, whole.length / 2),
      "cut off at a line": gzipSync(`${lines.slice(0, -1).join("\n")}\n`),
      "without a table's rows": gzipSync(
        `${lines.filter((line) => !line.startsWith('{"table":"attempts"')).join("\n")}\n`,
      ),
      "with more after its end": gzipSync(`${lines.join("\n")}\n${last}\n`),
      "with another amount": gzipSync(`${swapped.join("\n")}\n`),
      "with another time and a hash that fits": gzipSync(forge(lines)),
      "a text": Buffer.from("not a backup"),
      empty: Buffer.alloc(0),
    };
    const settings = await emptyFile();
    for (const [name, bytes] of Object.entries(bad)) {
      const damaged = newPath();
      await writeFile(damaged, bytes);
      const target = openStore(settings);
      await expect(restoreBackup(target, damaged, { replace: true }), name).rejects.toThrow(
        /Use another backup/,
      );
      expect(await target.introspection.getTables(), name).toEqual([]);
      await closeStore(target);
    }
    expect(swapped.join()).not.toBe(lines.join());
  });

  onSqlite("made under another data key is refused by name of the setting", async () => {
    const path = await taken();
    const { CONSOLE_DATA_KEY: key } = process.env;
    const settings = await emptyFile();
    process.env.CONSOLE_DATA_KEY = "another-data-key-of-forty-characters-xyz";
    const { code, err } = await runCli("restore", settings, [path]);
    process.env.CONSOLE_DATA_KEY = key;
    expect(code).toBe(1);
    expect(err).toContain("was written under another data key. Nothing was changed. Set CONSOLE_DATA_KEY");
  });

  test("replaces a store only when asked to, and not while a console uses it", async () => {
    const path = await taken();
    const target = await open();
    await recordAlone(target.db, { name: "session.locked", by: "operator" });
    await expect(restoreBackup(target.db, path, { replace: false })).rejects.toThrow(
      "The store is not empty (audit_events). Nothing was changed. Back it up, then add --replace",
    );
    expect(await verifyLog(target.db)).toMatchObject({ events: 1, integrity: [] });
    useStore(target.db);
    await showAlive();
    await expect(restoreBackup(target.db, path, { replace: true })).rejects.toThrow(
      "A console is using this store.",
    );
    await db().deleteFrom("processes").execute();
    useStore(store.db);
    await restoreBackup(target.db, path, { replace: true });
    expect(await compareWithStore(target.db, await readBackup(path))).toMatchObject({
      different: [],
      faults: [],
    });
  });

  test("of an earlier schema is restored and upgraded", async () => {
    const old = await open();
    await recordAlone(old.db, { name: "session.locked", by: "operator" });
    await old.db.schema.dropTable("receipt_emails").execute();
    await sql`delete from console_migrations where name like '%receipt-emails%'`.execute(old.db);
    const path = newPath();
    await writeBackup(old.db, path);
    const settings = await emptyFile();
    const restored = openStore(settings);
    await restoreBackup(restored, path, { replace: false });
    expect(await restored.selectFrom("receipt_emails").selectAll().execute()).toEqual([]);
    expect(await compareWithStore(restored, await readBackup(path))).toMatchObject({
      different: [],
      isSameSchema: false,
    });
    await closeStore(restored);
  });

  onSqlite(
    "is compared with the store without writing: a changed amount, a lost row and a rewritten log are named",
    async () => {
      const path = await taken();
      const settings = await emptyFile();
      const target = openStore(settings);
      await restoreBackup(target, path, { replace: false });
      await closeStore(target);
      const same = await runCli("restore", settings, [path, "--verify"]);
      expect(same).toMatchObject({ code: 0, err: "" });
      expect(same.out).toContain("Store: the same rows, sums and signatures as in the backup");
      const restored = openStore(settings);
      await restored
        .updateTable("attempts")
        .set({ amount_cents: 4_251 })
        .where("amount_cents", "=", 4_250)
        .execute();
      await restored.deleteFrom("drawer_counts").execute();
      await restored.updateTable("audit_events").set({ data: "{}" }).where("position", "=", 2).execute();
      await closeStore(restored);
      const changed = await runCli("restore", settings, [path, "--verify"]);
      expect(changed.code).toBe(1);
      expect(changed.out).toMatch(/attempts: amount_cents \d+ in the backup, \d+ in the store\./);
      expect(changed.out).toContain("drawer_counts: 1 rows in the backup, 0 in the store.");
      expect(changed.out).toContain("audit event 2: It was changed after it was written.");
    },
  );

  onSqlite(
    "is made by the command, which names the file, its hash and the key, and never overwrites one",
    async () => {
      const path = newPath();
      const { code, out, err } = await runCli("backup", store.settings, [path]);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(out).toContain(`${path}: `);
      expect(out).toMatch(/^sha256 [0-9a-f]{64}$/m);
      expect(out).toContain("you need CONSOLE_DATA_KEY");
      const event = await store.db
        .selectFrom("audit_events")
        .select(["name", "data"])
        .orderBy("position", "desc")
        .executeTakeFirstOrThrow();
      expect(event).toEqual({
        name: "store.backedUp",
        data: JSON.stringify({ file: `console-${names}.backup` }),
      });
      const again = await runCli("backup", store.settings, [path]);
      expect(again).toMatchObject({ code: 1, err: `${path} is there already: choose another name.\n` });
    },
  );

  test("of a store that a newer version made is refused", async () => {
    const newer = await open();
    await sql`insert into console_migrations (name, timestamp) values ('9999-later', '')`.execute(newer.db);
    const { code, err } = await runCli("backup", newer.settings, [newPath()]);
    expect(code).toBe(1);
    expect(err).toContain("The store is newer than this version of the console");
    await expect(migrateToLatest(newer.another())).rejects.toThrow("doesn't know its migration 9999-later");
  });

  onSqlite("that is killed leaves no file of that name, and what it leaves isn't restored", async () => {
    const body = "x".repeat(2_000);
    const values = Array.from({ length: 200 }, (_, at) => ({ name: `filler-${at}`, value: body }));
    for (let times = 0; times < 40; times += 1)
      await store.db
        .insertInto("settings")
        .values(
          values.map(({ name, value }) => ({
            name: `${times}-${name}`,
            value: `${value}${randomBytes(500).toString("hex")}`,
          })),
        )
        .execute();
    const path = newPath();
    const partial = `${path}.partial`;
    const child = startCli("backup", store.settings, [path]);
    const ended = once(child, "close");
    while (child.exitCode === null && !(existsSync(partial) && (await stat(partial)).size > 0))
      await delay(1);
    child.kill("SIGKILL");
    expect((await ended)[1]).toBe("SIGKILL");
    expect(existsSync(path)).toBe(false);
    const settings = await emptyFile();
    const target = openStore(settings);
    await expect(restoreBackup(target, partial, { replace: true })).rejects.toThrow("is cut off or damaged");
    await closeStore(target);
    // The next one with that name is whole.
    expect(await runCli("backup", store.settings, [path])).toMatchObject({ code: 0 });
    expect((await readBackup(path)).manifest.tables.settings?.rows).toBeGreaterThanOrEqual(8_000);
    expect(existsSync(partial)).toBe(false);
    await store.db.deleteFrom("settings").execute();
  });
});

test("a backup of a folder without a store is refused, and none is made there", async () => {
  const folder = await testFolder();
  const dataDir = join(folder, "nothing");
  const { code, err } = await runCli("backup", { dataDir, databaseUrl: undefined }, [
    join(folder, "console.backup"),
  ]);
  expect(code).toBe(1);
  expect(err).toContain(`There is no database in ${dataDir}`);
  expect(existsSync(dataDir)).toBe(false);
});
