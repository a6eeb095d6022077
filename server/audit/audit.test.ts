import { beforeEach, expect, it } from "vitest";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { applyTestSettings } from "#server/test-settings.ts";
import { findHead, type NewAuditEvent, record, recordAlone } from "./record.ts";
import { verifyLog } from "./verify.ts";

applyTestSettings();

const event = (subject: string): NewAuditEvent => ({
  name: "session.locked",
  by: { id: "u1", name: "Ann" },
  subject,
});

describeStores("the audit log", (open) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await open();
  });

  const fill = async (count: number) => {
    for (let at = 1; at <= count; at += 1) await recordAlone(store.db, event(`s${at}`));
  };
  const integrity = async () => (await verifyLog(store.db)).integrity.map(({ at }) => at);

  it("numbers events without a gap and verifies them", async () => {
    await fill(5);
    const verdict = await verifyLog(store.db);
    expect(verdict).toMatchObject({ events: 5, integrity: [], completeness: [], anchors: [], anchoredTo: 0 });
    expect(verdict.head).toEqual(await findHead(store.db));
  });

  it("keeps one chain while 20 writers of two processes add to it", async () => {
    const other = store.another();
    const writers = Array.from({ length: 20 }, (_, at) =>
      Promise.all(
        Array.from({ length: 5 }, (_, time) =>
          recordAlone(at % 2 ? store.db : other, event(`w${at}-${time}`)),
        ),
      ),
    );
    await Promise.all(writers);
    expect(await verifyLog(store.db)).toMatchObject({ events: 100, integrity: [] });
  });

  it("is not kept when the commit it belongs to is rolled back", async () => {
    await fill(1);
    const commit = store.db.transaction().execute(async (transaction) => {
      await record(transaction, event("lost"));
      throw new Error("rolled back");
    });
    await expect(commit).rejects.toThrow("rolled back");
    await fill(1);
    expect(await verifyLog(store.db)).toMatchObject({ events: 2, integrity: [] });
  });

  it("masks a card number that someone typed as a reason", async () => {
    await recordAlone(store.db, {
      name: "payment.decided",
      by: "operator",
      fields: { reason: "seen 4000 1000 1111 2224 in the portal" },
    });
    const { data } = await store.db.selectFrom("audit_events").select("data").executeTakeFirstOrThrow();
    expect(data).not.toMatch(/1111/);
    expect(JSON.parse(data).reason).toContain("in the portal");
  });

  it.each(["at", "name", "user_id", "user_name", "subject", "data", "previous", "hash"] as const)(
    "finds an event whose %s was changed",
    async (column) => {
      await fill(4);
      const change = { [column]: column === "at" ? 1 : "other" };
      await store.db.updateTable("audit_events").set(change).where("position", "=", 2).execute();
      expect(await integrity()).toContain("event 2");
    },
  );

  it("finds an event that was removed, or inserted without the data key", async () => {
    await fill(4);
    const removed = await store.db
      .selectFrom("audit_events")
      .selectAll()
      .where("position", "=", 2)
      .executeTakeFirstOrThrow();
    await store.db.deleteFrom("audit_events").where("position", "=", 2).execute();
    expect(await integrity()).toEqual(["event 3"]);
    await store.db
      .insertInto("audit_events")
      .values({ ...removed, user_name: "Bea" })
      .execute();
    expect(await integrity()).toEqual(["event 2"]);
  });

  it("finds a log that was cut off, or wholly rewritten with the data key, by a head kept elsewhere", async () => {
    await fill(3);
    const early = await findHead(store.db);
    await fill(2);
    const anchor = await findHead(store.db);
    if (!early || !anchor) throw new Error("The log is empty.");
    expect(await verifyLog(store.db, [early])).toMatchObject({ anchoredTo: 3, anchors: [], events: 5 });
    expect(await verifyLog(store.db, [anchor])).toMatchObject({ anchoredTo: 5, anchors: [] });

    await store.db.deleteFrom("audit_events").where("position", ">", 3).execute();
    expect(await verifyLog(store.db, [early, anchor])).toMatchObject({
      integrity: [],
      anchoredTo: 3,
      anchors: [{ at: "event 5" }],
    });
    await store.db.deleteFrom("audit_events").execute();
    await fill(5);
    const rewritten = await verifyLog(store.db, [early, anchor]);
    expect(rewritten).toMatchObject({ integrity: [], anchoredTo: 0 });
    expect(rewritten.anchors.map(({ at }) => at)).toEqual(["event 3", "event 5"]);
  });
});
