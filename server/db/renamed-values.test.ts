import type { Kysely } from "kysely";
import { expect, it } from "vitest";
import { fileRow } from "#server/bulk/test-file-row.ts";
import { roles } from "./tables/auth/roles.ts";
import { bulkFiles } from "./tables/bulk/bulk-files.ts";
import { merchantSettingsTable } from "./tables/merchant-settings.ts";
import { describeStores } from "./test-store.ts";

describeStores("values that have another name since", (open) => {
  it("a bulk file is approved where it was released, roles keep the right to approve it, and workstations lock after the minutes that were set", async () => {
    const { db } = await open();
    const waiting = fileRow({
      second_reason: "It moves $2, more than $1, what one person may release in a day.",
    });
    const released = { ...fileRow(), state: "released" as "approved" };
    await db.insertInto("bulk_files").values([waiting, released]).execute();
    const role = {
      id: "r",
      name: "R",
      name_key: "r",
      limits: "{}",
      needs_second_step: 0,
      version: 1,
      changed_at: 1,
    } as const;
    await db
      .insertInto("roles")
      .values({ ...role, rights: JSON.stringify(["viewBulk", "releaseBulk"]) })
      .execute();
    const setting = { name: "DESK_LOCK_MINUTES", value: "5", version: 2, changed_at: 1, changed_by: "Ada" };
    await db.insertInto("merchant_settings").values(setting).execute();
    const store = db as unknown as Kysely<unknown>; // as migrations are given it
    await bulkFiles.steps["0882-bulk-files-approved"]?.(store);
    await roles.steps["0883-roles-approve-bulk"]?.(store);
    await merchantSettingsTable.steps["0887-merchant-settings-workstation-lock"]?.(store);
    expect(await db.selectFrom("merchant_settings").selectAll().execute()).toEqual([
      { ...setting, name: "WORKSTATION_LOCK_MINUTES" },
    ]);
    const files = await db.selectFrom("bulk_files").select(["id", "state", "second_reason"]).execute();
    expect(files.find(({ id }) => id === released.id)?.state).toBe("approved");
    expect(files.find(({ id }) => id === waiting.id)).toMatchObject({
      state: "sent",
      second_reason: "It moves $2, more than $1, what one person may approve in a day.",
    });
    const { rights } = await db.selectFrom("roles").select("rights").executeTakeFirstOrThrow();
    expect(JSON.parse(rights)).toEqual(["viewBulk", "approveBulk"]);
  });
});
