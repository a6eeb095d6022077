// biome-ignore-all lint/suspicious/noThenProperty: the word of the control plane; it is never a function
import { expect, test } from "vitest";
import { describeSandboxOnSqlite, goodCard, type RunningSandbox } from "#e2e/support/sandbox.ts";
import { writeFact } from "#server/sandbox/store/facts.ts";
import { openStore } from "#server/sandbox/store/store.ts";
import { openVault, readKeyFile } from "#server/sandbox/store/vault.ts";

const declines = (amount: string) => ({ match: { amount, card: "2224" }, then: { decline: "10251" } });

describeSandboxOnSqlite(
  "rules that were stored",
  (sandbox) => {
    const sell = async (amount: string) =>
      (await sandbox().command("sale", { amount, creditcard: goodCard })).body.result_code;

    /** Starts it again with this as the stored rules; resolves with what reads the warnings and errors it has logged. */
    async function restartWith(toEncrypted: (encrypt: (text: string) => string) => string) {
      const { dataDir, databaseUrl } = sandbox();
      const before = sandbox().output().length;
      await sandbox().end();
      const store = await openStore({ dataDir, databaseUrl });
      const encrypted = toEncrypted(openVault(readKeyFile(dataDir)).encrypt);
      await store.transact((db) => writeFact(db, "rules", encrypted));
      await store.close();
      await sandbox().restart();
      return () => complaints(sandbox(), before);
    }

    test("those that this version does not accept are left out and logged, and the others work", async () => {
      const stored = [
        declines("5.00"),
        { match: { wallet: "a device", amount: "6.00" }, then: { decline: "10251" } },
        { match: { amount: "7.00" }, then: { surcharge: "1.00" } },
        { match: { command: "cash:sale" }, then: { decline: "10251" } },
        "nonsense",
        declines("8.00"),
      ];
      const logged = await restartWith((encrypt) => encrypt(JSON.stringify(stored)));
      await expect.poll(logged, { timeout: 10_000 }).toEqual([
        {
          rules: [2, 3, 4, 5],
          msg: "stored rules that this version does not accept are left out: set the rules again",
        },
      ]);
      expect(await sandbox().control("GET", "/rules")).toEqual([declines("5.00"), declines("8.00")]);
      const results = [];
      for (const amount of ["5.00", "6.00", "7.00", "8.00"]) results.push(await sell(amount));
      expect(results).toEqual(["D", "A", "A", "D"]);
    });

    test("damaged ones are logged, payments go on, and new rules can be set", async () => {
      const toEncrypted = (encrypt: (text: string) => string) =>
        encrypt(JSON.stringify([declines("5.00")])).slice(0, -8);
      const msg = "the stored rules are damaged, so none applies: set the rules again";
      await expect.poll(await restartWith(toEncrypted), { timeout: 10_000 }).toEqual([{ msg }]);
      expect(await sandbox().control("GET", "/rules")).toEqual([]);
      expect(await sell("5.00")).toBe("A");
      await sandbox().control("PUT", "/rules", [declines("6.00")]);
      expect(await sell("6.00")).toBe("D");
    });
  },
  { SANDBOX_LOG: "on" },
);

const WARN = 40;

function complaints(sandbox: RunningSandbox, from: number): unknown[] {
  const lines = sandbox.output().slice(from).split("\n");
  return lines
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level >= WARN)
    .map(({ level: _, time: __, ...line }) => line);
}
