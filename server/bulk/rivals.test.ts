import { afterEach, beforeEach, expect, test } from "vitest";
import { refusalAdvice } from "#lib/bulk/file-decision.ts";
import { momentIn } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { env } from "#server/env.ts";
import { FakeGateway } from "#server/gateway-client/fake-gateway.ts";
import { connectTo } from "#server/gateway-client/test-environment.ts";
import { flushUse } from "#server/gateway-client/use.ts";
import { listOpenNotices } from "#server/payments/attempts/notices.ts";
import { digestsFor } from "#server/payments/card-data/secrets.ts";
import { requestListAgain } from "#server/payments/lookup/live-gateway.ts";
import { decideFile } from "./decide.ts";
import { findFile, findFileRow } from "./files.ts";
import { recordRows } from "./known-rows.ts";
import { resolveFiles } from "./resolve.ts";
import { tracer } from "./results/traces.ts";
import { fileRow } from "./test-file-row.ts";
import { noteRepeat } from "./upload/repeated-upload.ts";

const gateway = new FakeGateway();
connectTo(gateway);

const minutes = (count: number) => count * 60_000;
const ben = { name: "Ben Alvarez" };
/** As if it had been decided so long ago. */
async function decideMissing(id: string, ago = 0) {
  await decideFile(ben, { id, arrived: false, reason: "Not on the gateway's page" });
  const search = (await findFile(id))?.search;
  const decided = search?.decided && { ...search.decided, at: search.decided.at - ago };
  const lookup_notes = JSON.stringify({ ...search, decided });
  await db().updateTable("bulk_files").set({ lookup_notes }).where("id", "=", id).execute();
}
const stateOf = async (id: string) => (await findFile(id))?.state;
const seenOf = async (id: string) =>
  (await findFile(id))?.search?.places.find(({ place }) => place === "transactions")?.seen;

/** A file of the same three rows as every other one here: order-2 to order-4. */
async function send(name: string, change: Parameters<typeof fileRow>[0] = {}) {
  const row = fileRow({ state: "unknown", end_sent: 1, next_lookup_at: 0, name, good: 3, ...change });
  await db().insertInto("bulk_files").values(row).execute();
  const traceOf = tracer((await digestsFor("bulk trace"))[0]);
  const orders = [2, 3, 4];
  const rows = orders.map((n) => ({
    row: n,
    digest: `digest-${n}`,
    trace: traceOf({ orderid: `order-${n}`, cents: 1250, payer: undefined }),
  }));
  await recordRows(row.id, rows);
  return row;
}

const charged = (at: number) => {
  gateway.transactions = [2, 3, 4].map((n) => ({
    key: `key-${n}`,
    orderid: `order-${n}`,
    amount: "12.50",
    created: momentIn(env().gatewayTimeZone, at),
  }));
};
const lookAgain = (after: number) => {
  requestListAgain();
  return resolveFiles(Date.now() + after);
};

describeStoresOnSqlite("files with the same rows", (open) => {
  beforeEach(async () => {
    useStore((await open()).db);
    gateway.reset();
    Object.assign(gateway, { batch: false, openBatch: [] });
    requestListAgain();
  });
  // Before the next test uses another store.
  afterEach(flushUse);

  test("sent again after a decision that the first did not arrive, the second is found by its rows", async () => {
    const first = await send("u2.csv", { sent_at: Date.now() - minutes(20) });
    await decideMissing(first.id);
    const second = await send("u2.csv");
    charged(Date.now() + 2000);
    expect(await resolveFiles()).toBe(1);
    expect(await stateOf(second.id)).toBe("sent");
    expect(await stateOf(first.id)).toBe("unsent");
    expect(await seenOf(first.id)).toBe("none of its rows");
    expect(await listOpenNotices()).toEqual([]);
  });

  test("found after both were recorded as not arrived, the second is the one that a notice names", async () => {
    const first = await send("u2.csv", { sent_at: Date.now() - minutes(20) });
    await decideMissing(first.id, minutes(15));
    const second = await send("u2.csv", { sent_at: Date.now() - minutes(10) });
    charged(Date.now() - minutes(9));
    await decideMissing(second.id);
    await lookAgain(0);
    await lookAgain(minutes(1));
    expect(await listOpenNotices()).toMatchObject([{ kind: "bulkContradiction", fileId: second.id }]);
    expect(await stateOf(second.id)).toBe("sent");
  });

  test("charged before the second was sent, the rows are the first one's", async () => {
    const first = await send("u2.csv", { sent_at: Date.now() - minutes(20) });
    charged(Date.now() - minutes(15));
    await send("u3.csv");
    expect(await resolveFiles()).toBe(1);
    expect(await stateOf(first.id)).toBe("sent");
  });

  test("both unknown, each says that its rows were met and which other file has them", async () => {
    const files = [await send("u2.csv"), await send("u3.csv")] as const;
    charged(Date.now());
    expect(await resolveFiles()).toBe(0);
    for (const [own, other] of [files, files.toReversed()]) {
      expect(await stateOf(own?.id ?? "")).toBe("unknown");
      expect(await seenOf(own?.id ?? "")).toBe(
        `3 rows that another file has too: ${other?.name}, file ${other?.reference}`,
      );
    }
  });

  test("recorded as not arrived although their rows were met, each gets a notice", async () => {
    const files = [await send("u2.csv"), await send("u3.csv")];
    charged(Date.now() - 5000);
    await resolveFiles();
    for (const { id } of files) await decideMissing(id);
    await lookAgain(0);
    const notices = await listOpenNotices();
    expect(new Set(notices.map((one) => "fileId" in one && one.fileId))).toEqual(
      new Set(files.map(({ id }) => id)),
    );
    expect(notices).toMatchObject(
      Array(2).fill({
        isDoubt: true,
        message: expect.stringMatching(
          /^The gateway's transactions include 3 rows .* file has the same rows: u/,
        ),
      }),
    );
    await lookAgain(minutes(2));
    expect(await listOpenNotices()).toHaveLength(2);
  });

  test("raise no notice for the first when the second is known to have arrived", async () => {
    const first = await send("u2.csv");
    await send("u2.csv", { state: "sent", bulk_key: "g1", next_lookup_at: null });
    charged(Date.now() - 5000);
    await decideMissing(first.id);
    await lookAgain(0);
    expect(await stateOf(first.id)).toBe("unsent");
    expect(await listOpenNotices()).toEqual([]);
  });

  const refuse = async () => {
    const { id } = await send("u4.csv", { state: "sending", next_lookup_at: null });
    const row = await findFileRow(id);
    if (!row) throw new Error("there is no such file");
    await db()
      .updateTable("bulk_files")
      .set({ state: "refused", end_sent: 0, ...(await noteRepeat(row)) })
      .where("id", "=", id)
      .execute();
    const file = await findFile(id);
    return file ? refusalAdvice(file) : "";
  };

  test("refused as repeated, it reopens an earlier file that was recorded as not arrived, with a notice", async () => {
    const first = await send("u2.csv");
    await decideMissing(first.id);
    const advice = await refuse();
    expect(advice).toContain(`most likely u2.csv, file ${first.reference}, arrived. Do not send them again`);
    expect(await findFile(first.id)).toMatchObject({
      state: "unknown",
      nextLookupAt: expect.any(Number),
      problem: expect.stringMatching(
        /^Ben Alvarez decided .* The gateway refused u4\.csv, file .* most likely arrived/,
      ),
    });
    expect((await findFile(first.id))?.search?.decided).toBeUndefined();
    expect(await listOpenNotices()).toMatchObject([
      { kind: "bulkContradiction", isDoubt: true, fileId: first.id, recorded: { by: "Ben Alvarez" } },
    ]);
  });

  test("refused as repeated, it says so of an earlier file that is still unknown", async () => {
    const first = await send("u2.csv");
    expect(await refuse()).toContain("u2.csv");
    const reopened = await findFile(first.id);
    expect(reopened).toMatchObject({ state: "unknown" });
    expect(reopened?.problem).toContain("It most likely arrived: do not send it again.");
    expect(await listOpenNotices()).toEqual([]);
  });

  test("refused as repeated, it reopens nothing when a file that arrived has its rows", async () => {
    const first = await send("u2.csv");
    await decideMissing(first.id);
    await send("u3.csv", { state: "sent", bulk_key: "g1", next_lookup_at: null });
    expect(await refuse()).toContain("they may be charged. Find them there");
    expect(await stateOf(first.id)).toBe("unsent");
  });
});
