import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { flushUse, noteUse, readUseSince } from "./use.ts";

const ada = { id: "ada", name: "Ada Okafor" };
const ben = { id: "ben", name: "Ben Achterberg" };
const sale = {
  caller: ada,
  priority: "money",
  what: "sale",
  failed: false,
  answerMs: 40,
  queuedMs: 0,
} as const;
/** Half a minute into one of an hour ago: what is older than a day is forgotten. */
const then = Math.floor(Date.now() / 60_000 - 60) * 60_000 + 30_000;

describeStores("usage of the gateway by person", (open) => {
  beforeEach(async () => useStore((await open()).db));

  test("is summed by person, priority and request, however often and from whichever process it is flushed", async () => {
    noteUse(sale, then);
    noteUse({ ...sale, failed: true, answerMs: 60.4, queuedMs: 900 }, then + 60_000);
    await flushUse();
    // The same minute again, as another process would add to it.
    noteUse({ ...sale, caller: { ...ada, name: "Ada Okafor-Lind" } }, then);
    noteUse({ ...sale, what: "refund" }, then);
    noteUse({ ...sale, caller: ben, priority: "person", what: "getBatch", answerMs: 8 }, then);
    const use = await readUseSince(then);
    expect(use[0]).toEqual({
      callerId: "ada",
      callerName: "Ada Okafor-Lind",
      priority: "money",
      what: "sale",
      requests: 3,
      failed: 1,
      answerMs: 140,
      queuedMs: 900,
    });
    expect(use.slice(1)).toHaveLength(2);
    expect(use.slice(1)).toContainEqual({
      callerId: "ben",
      callerName: "Ben Achterberg",
      priority: "person",
      what: "getBatch",
      requests: 1,
      failed: 0,
      answerMs: 8,
      queuedMs: 0,
    });
  });

  test("is listed from the given time on, and deleted after a day", async () => {
    noteUse(sale, Date.now() - 2 * DAY_MS);
    await flushUse();
    expect(await readUseSince(0)).toHaveLength(1);
    noteUse({ ...sale, caller: ben }, Date.now());
    const use = await readUseSince(Date.now() - 3_600_000);
    expect(use.map(({ callerId, requests }) => [callerId, requests])).toEqual([["ben", 1]]);
    const kept = await db().selectFrom("gateway_use").select("caller_id").execute();
    expect(kept).toEqual([{ caller_id: "ben" }]);
  });
});
