import { z } from "zod";
import { db } from "#server/db/db.ts";
import { findSetting, saveSetting } from "#server/db/setting.ts";
import { givenSettings } from "#server/env.ts";
import { digestsFor, keyPrefixes } from "#server/payments/card-data/secrets.ts";
import { lockName } from "#server/sql/lock.ts";
import { record } from "./record.ts";

/**
 * At a start: records the names of the settings that are not as they were at the last start. Of their values only keyed digests are kept.
 * A first start has nothing to compare with.
 */
export async function recordSettings(raw: Readonly<Record<string, string | undefined>>): Promise<void> {
  const given = givenSettings(raw);
  const [digest, ...older] = await digestsFor("setting");
  const prefixes = await keyPrefixes();
  const isSame = (name: string, stored: string) =>
    [digest, ...older].some((of) => of(textOf(name, given)) === stored);
  // Under a key that is not known any more nothing can be compared, but that the key is another.
  const isKnown = (stored: string) => prefixes.some((prefix) => stored.startsWith(prefix));
  const current = Object.fromEntries(Object.keys(given).map((name) => [name, digest(textOf(name, given))]));
  await db()
    .transaction()
    .execute(async (store) => {
      await lockName(store, NAME);
      const stored = await findSetting(store, NAME);
      const last = stored && digests.parse(JSON.parse(stored));
      await saveSetting(store, NAME, JSON.stringify(current));
      if (!last) return;
      const changed = Object.keys(given).filter((name) => {
        const stored = last[name];
        // A setting of a newer version counts as not set before.
        if (stored === undefined) return given[name] !== "";
        return name === "CONSOLE_DATA_KEY" || isKnown(stored) ? !isSame(name, stored) : false;
      });
      if (changed.length > 0)
        await record(store, {
          name: "settings.changed",
          by: "console",
          fields: { names: changed.join(", ") },
        });
    });
}

const textOf = (name: string, given: Record<string, string>) => `${name}=${given[name] ?? ""}`;

const NAME = "settings-digests";
const digests = z.record(z.string(), z.string());
