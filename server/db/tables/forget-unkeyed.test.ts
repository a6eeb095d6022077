import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { describeStores } from "../test-store.ts";
import { bulkMappings } from "./bulk-mappings.ts";
import { compactDue } from "./forget-old-digests.ts";
import { webhookEvents } from "./webhook-events.ts";

describeStores("unkeyed digests of older versions", (open) => {
  test("are removed or replaced, and nothing else is", async () => {
    const { db } = await open();
    const steps = db as unknown as Kysely<unknown>; // steps know no tables
    const digest = createHash("sha256").update("4761736666666664").digest("hex");
    const event = {
      event_type: "(not an event)",
      received_at: 1,
      last_received_at: 1,
      deliveries: 3,
      body: "[card number]",
      verdict: "unknown" as const,
      verdict_text: "-",
      checks: 0,
    };
    await db
      .insertInto("webhook_events")
      .values([
        { ...event, event_id: `body-${digest}` },
        { ...event, event_id: "evt-1" },
      ])
      .execute();
    await db
      .insertInto("bulk_mappings")
      .values({ user_id: "ada", signature: digest, mapping: "[]", kept_at: 1 })
      .execute();
    await bulkMappings.steps["0104-bulk-mappings-keyed"]?.(steps);
    await webhookEvents.steps["0105-webhook-events-unkeyed"]?.(steps);
    expect(await db.selectFrom("bulk_mappings").selectAll().execute()).toEqual([]);
    const events = await db.selectFrom("webhook_events").selectAll().orderBy("event_id").execute();
    expect(events).toMatchObject([
      { event_id: expect.stringMatching(/^body-[0-9a-f]{64}$/), deliveries: 3 },
      { event_id: "evt-1", deliveries: 3 },
    ]);
    expect(events[0]?.event_id).not.toContain(digest);
    const due = await db.selectFrom("settings").select("value").where("name", "=", compactDue).execute();
    expect(due).toEqual([{ value: "1" }]);
  });
});
