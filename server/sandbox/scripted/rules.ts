import type { Log, Rules, Store, Vault } from "../context.ts";
import { deleteFact, readFact, writeFact } from "../store/facts.ts";
import { type Rule, storedRules } from "./rule.ts";

/** The rules of the control plane, encrypted in the store: they survive a restart. What can't be read of them is left out. */
export async function openRules({
  store,
  vault,
  log,
}: {
  store: Store;
  vault: Vault;
  log: Log;
}): Promise<Rules> {
  let current: readonly Rule[] = [];
  /** As read last, so that each list is opened, and what is wrong with it logged, once. */
  let known: string | undefined;
  let replaced = 0;
  const refresh = async () => {
    const before = replaced;
    const encrypted = await store.read((db) => readFact(db, "rules"));
    // What was read while the rules were replaced is older.
    if (encrypted === known || replaced !== before) return;
    known = encrypted;
    current = encrypted === undefined ? [] : decryptRules(encrypted, vault, log);
  };
  await refresh();
  return {
    current: () => current,
    refresh,
    replace: async (rules) => {
      const encrypted = rules.length > 0 ? vault.encrypt(JSON.stringify(rules)) : undefined;
      await store.transact((db) =>
        encrypted === undefined ? deleteFact(db, "rules") : writeFact(db, "rules", encrypted),
      );
      current = rules;
      known = encrypted;
      replaced++;
    },
  };
}

/** Values of rules are not logged: they may hold digits of cards and accounts. */
function decryptRules(encrypted: string, vault: Vault, log: Log): readonly Rule[] {
  try {
    const { rules, leftOut } = storedRules(JSON.parse(vault.decrypt(encrypted)));
    if (leftOut.length > 0)
      log.warn(
        { rules: leftOut },
        "stored rules that this version does not accept are left out: set the rules again",
      );
    return rules;
  } catch {
    log.error("the stored rules are damaged, so none applies: set the rules again");
    return [];
  }
}
