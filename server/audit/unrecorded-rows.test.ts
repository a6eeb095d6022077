import { beforeAll, expect, test } from "vitest";
import { addUser } from "#server/auth/users.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { recordReceiptEmail } from "#server/payments/receipt-emails.ts";
import { applyTestSettings } from "#server/test-settings.ts";
import { recordAlone } from "./record.ts";
import { verifyLog } from "./verify.ts";

describeStores("an audit log whose end was deleted", (open) => {
  beforeAll(async () => {
    applyTestSettings();
    useStore((await open()).db);
  });

  test("is found by the users, receipts and other records that it was about, without an anchor", async () => {
    await recordAlone(db(), { name: "log.read", by: "console", at: Date.now() - 60_000 });
    const person = {
      email: "ann@shop.test",
      name: "Ann",
      role: "clerk",
      password: "correct horse battery",
    } as const;
    const added = await addUser(db(), person);
    if (!added.ok) throw new Error(added.problem.message);
    const by = { id: added.value.id, name: "Ann" };
    await recordReceiptEmail(by, "key-1");
    await recordReceiptEmail(by, "key-2");
    await recordReceiptEmail(by, "key-2");
    expect(await verifyLog(db())).toMatchObject({ events: 5, completeness: [] });

    await db().deleteFrom("audit_events").where("position", ">", 1).execute();
    expect(await verifyLog(db())).toMatchObject({
      integrity: [],
      completeness: [
        { at: `user ${by.id}`, message: "The log has no event of it." },
        { at: "emailed receipt key-1", message: "The log has no event of it." },
        { at: "emailed receipt key-2", message: "The log lacks 2 events of it." },
      ],
    });
  });
});
