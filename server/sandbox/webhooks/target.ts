import type { Store, Vault, WebhookTarget } from "../context.ts";
import type { SandboxSettings } from "../settings.ts";
import { readFact, writeFact } from "../store/facts.ts";

/** The target in use, cached in memory. */
export type TargetHolder = {
  get(): WebhookTarget | undefined;
  /** Replaces the target of the settings; survives a restart. */
  set(target: WebhookTarget): Promise<void>;
  /** Reads a change by another process on the same store, or by a reset. */
  refresh(): Promise<void>;
};

export async function openTarget(
  store: Store,
  vault: Vault,
  { webhookUrl: url, webhookKey: key }: Pick<SandboxSettings, "webhookUrl" | "webhookKey">,
): Promise<TargetHolder> {
  const ofSettings = url === undefined || key === undefined ? undefined : { url, key };
  let current: WebhookTarget | undefined;
  let changes = 0;
  const refresh = async () => {
    const seen = changes;
    const encrypted = await store.read((db) => readFact(db, "webhook-target"));
    // A target that was set during the read wins.
    if (seen === changes) current = encrypted === undefined ? ofSettings : decrypt(vault, encrypted);
  };
  await refresh();
  return {
    get: () => current,
    set: async (target) => {
      await store.transact((db) => writeFact(db, "webhook-target", vault.encrypt(JSON.stringify(target))));
      changes++;
      current = target;
    },
    refresh,
  };
}

const decrypt = (vault: Vault, encrypted: string) => JSON.parse(vault.decrypt(encrypted)) as WebhookTarget; // as it was stored
