import { expect, test } from "vitest";
import { tenders } from "../fields/values.ts";
import { takesCurrency } from "./tender-currency.ts";

test("an amount in another currency is taken by cards alone", () => {
  expect(tenders.filter((tender) => takesCurrency(tender, "JPY"))).toEqual(["card", "token"]);
  expect(tenders.filter((tender) => takesCurrency(tender, "392"))).toEqual(["card", "token"]);
  for (const own of [undefined, "", "USD", "840"])
    expect(tenders.filter((tender) => takesCurrency(tender, own))).toEqual([...tenders]);
});
