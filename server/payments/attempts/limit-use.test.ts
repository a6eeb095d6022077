import { sql } from "kysely";
import { expect, it } from "vitest";
import { migrateToLatest } from "#server/db/migrate.ts";
import { describeStores } from "#server/db/test-store.ts";
import { newRow } from "../lookup/test-records.ts";
import { usedToday } from "./limit-use.ts";
import { insertSampleAttempts } from "./sample-attempts.ts";

const mira = { id: "clerk-1", name: "Mira Castellanos" };

describeStores("the used part of a person's limit", (open) => {
  it("counts the sample payments of the demo, each by the right that it used", async () => {
    const { db } = await open();
    const at = Date.now();
    const sample = {
      at,
      user: mira,
      tender: "card",
      payer: "Visa ending 2224",
      request: {},
      answerLost: false,
    } as const;
    const sold = { type: "transaction", key: "k1", result_code: "A", amount: "60.00" } as const;
    const refunded = { ...sold, key: "k2", amount: "12.00" } as const;
    await insertSampleAttempts(db, [
      { ...sample, command: "sale", reference: "T001-AAAA", amountCents: 6000, reply: sold },
      {
        ...{ ...sample, command: "refund", reference: "T002-AAAA", amountCents: 1200 },
        ...{ reply: refunded, original: sold },
      },
    ]);
    const day = { from: at - 1000, until: at + 1000 };
    expect(await usedToday(db, mira.id, { right: "charge", ...day })).toBe(6000);
    expect(await usedToday(db, mira.id, { right: "refund", ...day })).toBe(1200);
  });

  it("counts what was paid on the day of the upgrade that brought limits", async () => {
    const { db, another } = await open();
    const at = Date.now();
    const { indexed, ...row } = newRow({
      ...{ id: "a1", reference: "T001-AAAA", command: "sale", prepared_at: at, sent_at: at, state: "sent" },
    });
    await db
      .insertInto("attempts")
      .values([row, { ...row, id: "a2", reference: "T002-AAAA", command: "cc:capture", original_key: "k1" }])
      .execute();
    await sql`delete from console_migrations where name = '0860-attempts-money-right'`.execute(db);
    await migrateToLatest(another());
    const day = { from: at - 1000, until: at + 1000 };
    expect(await usedToday(db, row.user_id, { right: "charge", ...day })).toBe(4250);
    expect(await usedToday(db, row.user_id, { right: "capture", ...day })).toBe(4250);
  });
});
