import { expect, test } from "vitest";
import { batchNumber } from "./batch-name.ts";

test("a batch is called by its sequence number, and its reference never looks like one", () => {
  expect(batchNumber({ sequence: "2", batchrefnum: "410002", key: "0t1a" })).toBe("2");
  expect(batchNumber({ batchrefnum: "410002", key: "0t1a" })).toBe("ref. 410002");
  expect(batchNumber({ key: "0t1a" })).toBe("0t1a");
});
