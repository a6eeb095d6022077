import { expect, test } from "vitest";
import { oneAtATime } from "./one-at-a-time.ts";

/** A search that runs until it is let go. */
function slow(userId: string, part: "list" | "figures" = "list") {
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const done = oneAtATime(userId, part, async (endIfReplaced) => {
    begun.resolve();
    await gate.promise;
    endIfReplaced();
    return "found";
  });
  done.catch(() => undefined);
  return { begun: begun.promise, finish: gate.resolve, done };
}

const ended = "You started a newer search, which ended this one. Search again.";

test("of many searches of a person one runs, the newest waits, and those before are ended", async () => {
  const first = slow("u1");
  await first.begun;
  let runs = 0;
  const later = Array.from({ length: 50 }, () =>
    oneAtATime("u1", "list", async () => {
      runs += 1;
      return "newest";
    }),
  );
  const outcomes = Promise.allSettled(later);
  first.finish();
  await expect(first.done).rejects.toThrow(ended);
  const all = await outcomes;
  expect(all.filter(({ status }) => status === "fulfilled")).toEqual([
    { status: "fulfilled", value: "newest" },
  ]);
  expect(all.at(-1)?.status).toBe("fulfilled");
  expect(runs).toBe(1);
});

test("other people and other parts of a page don't wait", async () => {
  const first = slow("u1");
  await first.begun;
  const others = [slow("u2"), slow("u1", "figures")];
  for (const other of others) {
    await other.begun;
    other.finish();
    expect(await other.done).toBe("found");
  }
  first.finish();
  expect(await first.done).toBe("found");
});

test("a search that fails makes way for the next", async () => {
  const failed = oneAtATime("u1", "list", async () => {
    throw new Error("broken");
  });
  await expect(failed).rejects.toThrow("broken");
  expect(await oneAtATime("u1", "list", async () => "found")).toBe("found");
});
