import type { Kysely, Transaction } from "kysely";
import { ok, type Result, refuse, refuseFields } from "#lib/result.ts";
import { isSettingText } from "#lib/settings/fields.ts";
import { settingOf } from "#lib/settings/merchant-settings.ts";
import { readDrawers } from "#lib/settings/read-lists.ts";
import type { SettingChange } from "#lib/settings/settings-page.ts";
import { type NewAuditEvent, record } from "#server/audit/record.ts";
import type { Actor } from "#server/auth/actor.ts";
import type { Database } from "#server/db/database.ts";
import type { MerchantSettingsTable } from "#server/db/tables/merchant-settings.ts";
import { lockName } from "#server/sql/lock.ts";
import { readOverrides } from "./follow.ts";
import { toView } from "./list-settings.ts";

/**
 * Saves all of the changes, or none: not where one of them was changed by somebody else since it was read. Each is an event of the
 * audit log, with what was before. They count in this process at once, in others within a second.
 */
export async function changeSettings(
  db: Kysely<Database>,
  by: Actor,
  changes: readonly SettingChange[],
  now = Date.now(),
): Promise<Result<null>> {
  const wrong = changes.filter(({ name, value }) => value !== null && !isSettingText(name, value));
  if (wrong.length > 0)
    return refuseFields(Object.fromEntries(wrong.map(({ name }) => [name, "This can't be saved."])));
  const saved = await db.transaction().execute((store) => save(store, by, changes, now));
  if (saved.ok) await readOverrides(db);
  return saved;
}

async function save(
  store: Transaction<Database>,
  by: Actor,
  changes: readonly SettingChange[],
  now: number,
): Promise<Result<null>> {
  await lockName(store, "merchant settings");
  const rows = await store.selectFrom("merchant_settings").selectAll().execute();
  const rowOf = (name: string) => rows.find((row) => row.name === name);
  const overtaken = changes.filter(({ name, version }) => (rowOf(name)?.version ?? 0) !== version);
  if (overtaken.length > 0)
    return refuse(
      "Nothing was saved: someone else changed the marked settings. What you typed is kept; review their changes first.",
      Object.fromEntries(
        overtaken.map(({ name }) => [name, `${rowOf(name)?.changed_by ?? "Someone"} has changed this.`]),
      ),
    );
  const open = await openRemovedDrawer(store, changes);
  if (open !== undefined)
    return refuseFields({
      CASH_DRAWERS: `${open} has an open shift: close it before you remove it.`,
    });
  const events: NewAuditEvent[] = [];
  for (const { name, value, version } of changes) {
    const before = rowOf(name);
    const row = { name, value, version: version + 1, changed_at: now, changed_by: by.name };
    const from = toView(name, before).text;
    const to = toView(name, row).text;
    if (value === null ? (before?.value ?? null) === null : from === to) continue;
    await write(store, row);
    events.push({
      name: "setting.changed",
      subject: name,
      by,
      fields: { setting: settingOf(name).label, from: from || "none", to: to || "none" },
      at: now,
    });
  }
  await record(store, ...events);
  return ok(null);
}

/** A drawer with an open shift that would be gone: nobody could count it any more. */
async function openRemovedDrawer(
  store: Transaction<Database>,
  changes: readonly SettingChange[],
): Promise<string | undefined> {
  const change = changes.find(({ name }) => name === "CASH_DRAWERS");
  if (!change) return undefined;
  const left = readDrawers(change.value ?? toView("CASH_DRAWERS", undefined).text) ?? [];
  const shifts = await store
    .selectFrom("drawer_shifts")
    .select("drawer")
    .where("closed_at", "is", null)
    .execute();
  return shifts.find(({ drawer }) => !left.includes(drawer))?.drawer;
}

const write = (store: Transaction<Database>, row: MerchantSettingsTable) =>
  store
    .insertInto("merchant_settings")
    .values(row)
    .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
    .execute();
