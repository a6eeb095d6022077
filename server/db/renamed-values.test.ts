import type { Kysely } from "kysely";
import { expect, it } from "vitest";
import { fileRow } from "#server/bulk/test-file-row.ts";
import { newRow } from "#server/payments/lookup/test-records.ts";
import { roles } from "./tables/auth/roles.ts";
import { bulkFiles } from "./tables/bulk/bulk-files.ts";
import { merchantSettingsTable } from "./tables/merchant-settings.ts";
import { attemptSteps } from "./tables/payments/attempt-steps.ts";
import { attempts } from "./tables/payments/attempts.ts";
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

  it("lookups of lost answers keep what they found", async () => {
    const { db } = await open();
    const file = { ...fileRow(), lookup_notes: '{"looks":3,"places":[]}' };
    await db.insertInto("bulk_files").values(file).execute();
    const id = "attempt-with-a-lookup-01";
    const attempt = newRow({
      id,
      reference: "AAAA-0001",
      command: "sale",
      prepared_at: 1,
      lookup_notes: '{"lookedAt":5,"places":[]}',
    });
    await db.insertInto("attempts").values(attempt).execute();
    const step = { attempt_id: id, position: 1, at: 5, kind: "looked" as "lookup", text: "" };
    await db.insertInto("attempt_steps").values(step).execute();
    const store = db as unknown as Kysely<unknown>; // as migrations are given it
    await bulkFiles.steps["0888-bulk-files-lookups"]?.(store);
    await attempts.steps["0888-attempts-looked-up-at"]?.(store);
    await attemptSteps.steps["0888-attempt-steps-lookup"]?.(store);
    expect(await db.selectFrom("bulk_files").select("lookup_notes").execute()).toContainEqual({
      lookup_notes: '{"lookups":3,"places":[]}',
    });
    expect(await db.selectFrom("attempts").select("lookup_notes").execute()).toEqual([
      { lookup_notes: '{"lookedUpAt":5,"places":[]}' },
    ]);
    expect(await db.selectFrom("attempt_steps").select("kind").execute()).toEqual([{ kind: "lookup" }]);
  });
});
