import { isMerchantSetting, type MerchantSettingName } from "#lib/settings/merchant-settings.ts";
import { Settings, type SettingValues } from "#server/settings.ts";

/** The values that the page Settings gave, in place of the environment's. */
export type Overrides = Partial<Pick<SettingValues, MerchantSettingName>>;

/** As this process last read them from the store. The same object until one of them changes. */
export const currentOverrides = (): Overrides => shared()[key] ?? none;

/**
 * Puts the texts of the store into effect, and returns the names of those that can't be read: their settings stay those of the
 * environment. Texts that are as before change nothing.
 */
export function applyOverrides(texts: Readonly<Record<string, string>>): string[] {
  const overrides: Record<string, unknown> = {};
  const unread: string[] = [];
  for (const [name, text] of Object.entries(texts)) {
    const read = isMerchantSetting(name) ? readText(name, text) : { success: false as const };
    if (read.success) overrides[name] = read.data;
    else unread.push(name);
  }
  const from = JSON.stringify(texts);
  if (from !== shared()[fromKey]) Object.assign(shared(), { [key]: overrides, [fromKey]: from });
  return unread;
}

function readText(name: MerchantSettingName, text: string): { success: boolean; data?: unknown } {
  // Nothing waits to be stopped, regardless of the environment.
  if (name === "RECALL_ABOVE" && text === "") return { success: true, data: undefined };
  return Settings.shape[name].safeParse(text);
}

const none: Overrides = {};
/** globalThis: the build may contain this module more than once. */
const shared = () => globalThis as typeof globalThis & { [key]?: Overrides; [fromKey]?: string };
const key: unique symbol = Symbol.for("merchant-console.setting-overrides");
const fromKey: unique symbol = Symbol.for("merchant-console.setting-overrides-from");
