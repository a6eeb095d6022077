// biome-ignore-all lint/suspicious/noThenProperty: the word of the control plane; it is never a function
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { Log, Store } from "../context.ts";
import { writeFact } from "../store/facts.ts";
import { describeStores } from "../store/test-store.ts";
import { openVault } from "../store/vault.ts";
import { type Rule, ruleList } from "./rule.ts";
import { openRules } from "./rules.ts";

describeStores("rules in the store", (open) => {
  const vault = openVault(randomBytes(32));
  const listOf = (amount: string): Rule[] =>
    ruleList.parse([{ match: { amount }, then: { decline: "10251" } }]);
  const openLogged = async (store: Store) => {
    const logged: unknown[] = [];
    const keep = (...line: unknown[]) => void logged.push(line);
    const log: Log = { info: keep, warn: keep, error: keep, isLevelEnabled: () => true };
    return { logged, rules: await openRules({ store, vault, log }) };
  };

  test("rules of another process apply after a refresh, and a damaged one is logged once", async () => {
    const store = await open();
    const [one, other] = [await openLogged(store), await openLogged(store)];
    await one.rules.replace(listOf("5.00"));
    await other.rules.refresh();
    expect(other.rules.current()).toEqual(listOf("5.00"));
    await store.transact((db) => writeFact(db, "rules", "damaged"));
    for (let times = 0; times < 3; times++) await other.rules.refresh();
    expect([other.rules.current(), other.logged.length]).toEqual([[], 1]);
    await one.rules.replace(listOf("6.00"));
    await other.rules.refresh();
    expect([other.rules.current(), other.logged.length]).toEqual([listOf("6.00"), 1]);
  });

  test.each([
    ["cut off", vault.encrypt(JSON.stringify(listOf("5.00"))).slice(0, -8)],
    ["encrypted with another key", openVault(randomBytes(32)).encrypt(JSON.stringify(listOf("5.00")))],
    ["no JSON", vault.encrypt("[{")],
    ["no list", vault.encrypt('{"rules":[]}')],
    ["empty", ""],
  ])("rules that are %s are none, and logged without their values", async (_, encrypted) => {
    const store = await open();
    await store.transact((db) => writeFact(db, "rules", encrypted));
    const { rules, logged } = await openLogged(store);
    expect(rules.current()).toEqual([]);
    expect(logged).toEqual([["the stored rules are damaged, so none applies: set the rules again"]]);
  });

  test("a refresh that read before rules were replaced does not bring the earlier ones back", async () => {
    const store = await open();
    let beforeAnswer = async () => {};
    const slow: Store = {
      ...store,
      read: async (work) => {
        const found = await store.read(work);
        await beforeAnswer();
        return found;
      },
    };
    await (await openLogged(store)).rules.replace(listOf("5.00"));
    const { rules } = await openLogged(slow);
    beforeAnswer = () => rules.replace(listOf("6.00"));
    await rules.refresh();
    expect(rules.current()).toEqual(listOf("6.00"));
  });
});
