import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { readWhole } from "./read-whole.ts";

type Item = { key: string };
const items = (count: number) => Array.from({ length: count }, (_, i): Item => ({ key: `k${i}` }));
const found = (data: Item[], total: number) => ({
  kind: "found" as const,
  value: { data, total },
  readAt: 0,
});
const readAll = (
  readPage: Parameters<typeof readWhole<Item>>[0]["readPage"],
  pause = vi.fn(async () => {}),
) => readWhole<Item>({ readPage, keyOf: ({ key }) => key, onProgress: () => {}, pause });

describe("a list that is read whole", () => {
  it("has every row once, in order, for any page size", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 25 }),
        async (count, size) => {
          const all = items(count);
          const whole = await readAll(async (offset) => found(all.slice(offset, offset + size), count));
          expect(whole).toEqual({ kind: "whole", items: all });
        },
      ),
    );
  });

  it("is read again from the start when rows come in between two pages", async () => {
    let all = items(3);
    let reads = 0;
    const whole = await readAll(async (offset) => {
      reads += 1;
      if (reads === 2) all = [{ key: "new" }, ...all];
      return found(all.slice(offset, offset + 2), all.length);
    });
    expect(whole).toEqual({ kind: "whole", items: [{ key: "new" }, ...items(3)] });
  });

  it("fails with the reason, and without any rows, when the limit stays full", async () => {
    const pause = vi.fn(async () => {});
    const whole = await readAll(
      async (offset) =>
        offset === 0 ? found(items(2), 4) : { kind: "unavailable", message: "The minute is full." },
      pause,
    );
    expect(whole).toEqual({ kind: "failed", message: "The minute is full." });
    expect(pause).toHaveBeenCalledTimes(5);
  });

  it("never takes an old reading from the store for the list as it is now", async () => {
    const whole = await readAll(async () => ({ ...found(items(2), 2), stale: "No answer." }));
    expect(whole).toEqual({ kind: "failed", message: "No answer." });
  });

  it("waits as long as its parts keep coming", async () => {
    let read = 0;
    const whole = await readAll(async () => {
      read += 1;
      return read < 20 ? { kind: "partial", read, message: "…" } : found(items(1), 1);
    });
    expect(whole).toEqual({ kind: "whole", items: items(1) });
  });

  it("fails for a list that keeps changing rather than giving a part of it", async () => {
    let total = 10;
    const whole = await readAll(async (offset) => {
      total += 1;
      return found(items(total).slice(offset, offset + 5), total);
    });
    expect(whole.kind).toBe("failed");
  });
});
