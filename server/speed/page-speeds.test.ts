import { beforeEach, expect, test } from "vitest";
import { countWait, noWaits } from "#lib/speed.ts";
import { DAY_MS } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { readSpeeds, recordSpeed } from "./page-speeds.ts";

const hourMs = 3_600_000;
const now = Math.floor(Date.now() / hourMs) * hourMs + 60_000;

function speedOf(keys: readonly number[], results: readonly number[] = []) {
  const speed = { key: noWaits(), result: noWaits() };
  for (const ms of keys) countWait(speed.key, ms);
  for (const ms of results) countWait(speed.result, ms);
  return speed;
}

describeStores("page speeds", (open) => {
  beforeEach(async () => useStore((await open()).db));

  test("is summed by workstation over hours and uploads, and the asking one is marked", async () => {
    await recordSpeed("a1", speedOf([10, 10, 40], [300]), now - 2 * hourMs);
    await recordSpeed("a1", speedOf([10]), now - 2 * hourMs);
    await recordSpeed("a1", speedOf([10], [90]), now);
    await recordSpeed("b2", speedOf([700]), now);
    expect(await readSpeeds("b2", now)).toEqual([
      { workstation: "a1", here: false, ...speedOf([10, 10, 10, 10, 40], [300, 90]) },
      { workstation: "b2", here: true, ...speedOf([700]) },
    ]);
  });

  test("is deleted after a week, and an upload without waits writes nothing", async () => {
    await recordSpeed("a1", speedOf([10]), now - 8 * DAY_MS);
    expect(await readSpeeds(undefined, now)).toEqual([]);
    await recordSpeed("b2", speedOf([]), now);
    await recordSpeed("c3", speedOf([10]), now);
    const kept = await db().selectFrom("page_speeds").select("workstation").execute();
    expect(kept).toEqual([{ workstation: "c3" }]);
  });

  test("takes no more workstations than a chain of shops has, and goes on counting the known ones", async () => {
    const hour = Math.floor(now / hourMs) * hourMs;
    const row = { hour, kind: "key" as const, bucket: 0, count: 1 };
    const rows = Array.from({ length: 501 }, (_, n) => ({ ...row, workstation: `w${n}` }));
    await db().insertInto("page_speeds").values(rows.slice(1)).execute();
    await recordSpeed("one-too-many", speedOf([10]), now);
    expect((await readSpeeds(undefined, now)).map(({ workstation }) => workstation)).not.toContain(
      "one-too-many",
    );
    await recordSpeed("w7", speedOf([10]), now);
    expect((await readSpeeds("w7", now))[0]).toMatchObject({ workstation: "w7", here: true });
  });
});
