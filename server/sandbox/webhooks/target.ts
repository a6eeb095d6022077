import type { SandboxSettings } from "../env.ts";
import { readFact, writeFact } from "../store/facts.ts";
import type { Store } from "../store/store.ts";
import type { Vault } from "../vault.ts";

/** Where events go and what signs them. */
export type WebhookTarget = { url: string; key: string };

/** The target in use, at hand without a look into the store. */
export type TargetHolder = {
  get(): WebhookTarget | undefined;
  /** Takes the place of the settings' one; kept over restarts. */
  set(target: WebhookTarget): Promise<void>;
  /** Reads what another process on the same store, or a reset, may have changed. */
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
    const sealed = await store.read((db) => readFact(db, "webhook-target"));
    // Set anew while the old one was being read: the new one stands.
    if (seen === changes) current = sealed === undefined ? ofSettings : open(vault, sealed);
  };
  await refresh();
  return {
    get: () => current,
    set: async (target) => {
      await store.transact((db) => writeFact(db, "webhook-target", vault.seal(JSON.stringify(target))));
      changes++;
      current = target;
    },
    refresh,
  };
}

const open = (vault: Vault, sealed: string) => JSON.parse(vault.open(sealed)) as WebhookTarget;
