import { expect, test } from "vitest";
import { sumUp } from "./entries.ts";
import { causesText, totalsText } from "./totals-text.ts";

const total = { cents: 9700, count: 3 };
const other = (currency: string, cents: number) => {
  const header = sumUp([{ kind: "sales", cents }]);
  return { currency, header, transactions: header, journal: header, remainder: 0 };
};

test("each currency of a batch is named with its own total", () => {
  expect(totalsText({ total })).toBe("$97.00");
  expect(totalsText({ total, others: [other("EUR", 510_000)] })).toBe("$97.00 and €5,100.00");
  const others = [other("EUR", 510_000), other("JPY", 110_000)];
  expect(totalsText({ total, others })).toBe("$97.00, €5,100.00 and ¥1,100");
});

test("a remainder in another currency is named", () => {
  const causeSums = [{ kind: "elsewhere" as const, cents: 100, count: 6 }];
  const others = [{ ...other("EUR", 510_000), remainder: 2000 }];
  expect(causesText({ causeSums, remainder: 0 })).toBe("6 causes, nothing left");
  expect(causesText({ causeSums: [], remainder: 0 })).toBe("nothing differs");
  expect(causesText({ causeSums, remainder: 0, others })).toBe("6 causes, €20.00 explained");
  expect(causesText({ causeSums, remainder: 500, others })).toBe("6 causes, $5.00 and €20.00 explained");
});
