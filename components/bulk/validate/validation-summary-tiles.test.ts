import { expect, test } from "vitest";
import { sumRows } from "./validation-summary-tiles.tsx";

test("the sum of rows says when amounts are missing from it", () => {
  expect(sumRows({ count: 0, cents: 0, unread: 0 })).toBe("rows");
  expect(sumRows({ count: 2, cents: 600, unread: 0 })).toBe("rows, $6.00");
  expect(sumRows({ count: 17, cents: 10_000_711, unread: 14 })).toBe("rows, at least $100,007.11");
  expect(sumRows({ count: 1, cents: 0, unread: 1 })).toBe("row, amount not known");
  expect(sumRows({ count: 3, cents: 0, unread: 3 })).toBe("rows, amounts not known");
});
