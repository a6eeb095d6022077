import { beforeEach, expect, test } from "vitest";
import type { Store } from "../context.ts";
import { insertMail } from "./mail.ts";
import { prune } from "./prune.ts";
import { describeStores } from "./test-store.ts";

describeStores("pruning", (open) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });

  const count = (table: "deliveries" | "mail" | "events" | "payment_keys" | "transactions") =>
    store.read(
      async (db) =>
        (
          await db
            .selectFrom(table)
            .select((eb) => eb.fn.countAll<number>().as("rows"))
            .executeTakeFirstOrThrow()
        ).rows,
    );
  const addDeliveries = (rows: number, tried_at: number) =>
    store.transact(async (db) => {
      const values = { event_id: "e", event_type: "ach.settled", transaction_key: "k", attempt: 1 } as const;
      const ended = { tried_at, retry_at: null, status: 200, error: null, ms: 1 };
      for (let row = 0; row < rows; row++)
        await db
          .insertInto("deliveries")
          .values({ ...values, ...ended })
          .execute();
    });
  const addMail = (created_at: number, smtpUrl?: string) =>
    store.transact((db) =>
      insertMail(db, {
        row: { key: "k", created_at },
        sentTo: "zoe@example.com",
        template: "vterm",
        settings: { merchantName: "Shop", smtpUrl },
      }),
    );

  test("keeps only the newest rows, in any number of steps", async () => {
    await addDeliveries(25, 1000);
    for (let mail = 0; mail < 12; mail++) await addMail(1000);
    expect(await prune(store, 1000, { rows: 10, ageMs: 500, step: 4 })).toBe(15 + 2);
    expect([await count("deliveries"), await count("mail")]).toEqual([10, 10]);
    expect(await prune(store, 1000, { rows: 10, ageMs: 500, step: 4 })).toBe(0);
  });

  test("removes old rows, except mail that still waits to be sent", async () => {
    await addDeliveries(3, 100);
    await addDeliveries(2, 900);
    await addMail(100);
    await addMail(100, "smtp://127.0.0.1");
    await store.transact(async (db) => {
      const event = { event_type: "ach.settled", transaction_key: "k", body: "{}", attempts: 0 } as const;
      const rest = { first_tried_at: null, claimed_until: 0 };
      for (const at of [100, 900])
        await db
          .insertInto("events")
          .values({ ...event, ...rest, event_id: String(at), next_attempt_at: at })
          .execute();
      for (const at of [100, 900])
        await db
          .insertInto("payment_keys")
          .values({ payment_key: `pk_${at}`, sealed: "", created_at: at })
          .execute();
    });
    await prune(store, 1000, { rows: 10, ageMs: 500, step: 4 });
    expect([await count("deliveries"), await count("mail")]).toEqual([2, 1]);
    expect(await count("events")).toBe(1);
    expect(await count("payment_keys")).toBe(1);
  });
});
