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
    const sealed = await store.read((db) => readFact(db, "webhook-target"));
    // A target that was set during the read wins.
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

const open = (vault: Vault, sealed: string) => JSON.parse(vault.open(sealed)) as WebhookTarget; // as it was stored
