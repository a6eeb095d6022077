import { expect, test } from "vitest";
import { ownTotalCents, ownTotalText } from "./own-total.ts";

const total = { cents: 519_700, count: 3 };

test("the total of a batch with other currencies is that of the merchant's own", () => {
  const causeSums = [
    { kind: "otherCurrency", cents: 510_000, count: 1 },
    { kind: "partial", cents: 0, count: 1 },
  ] as const;
  expect(ownTotalCents({ total, causeSums: [...causeSums] })).toBe(9700);
  expect(ownTotalText({ total, causeSums: [...causeSums] })).toBe("$97.00 and amounts in other currencies");
});

test("without other currencies it is the gateway's", () => {
  expect(ownTotalText({ total, causeSums: [] })).toBe("$5,197.00");
});
