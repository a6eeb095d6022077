import { describe, expect, test } from "vitest";
import type { BulkCells } from "../gateway/schemas/bulk.ts";
import { rowEffect } from "./row-effect.ts";

const sale: BulkCells = {
  amount: "61.00",
  ccnum: "4000100011112224",
  ccexp: "1249",
  orderid: "INV-0042",
  cardholder: "Zoë Müller",
};
const payment: BulkCells = { command: "refund", trankey: "3000000123", amount: "5.00" };
const check: BulkCells = { command: "check:sale", routing: "121000248", account: "123456", amount: "9.99" };

describe("a row that another program wrote again is the same row", () => {
  test.each<[string, BulkCells, BulkCells]>([
    ["its amount is written with other decimals", sale, { ...sale, amount: "61.0" }],
    ["its amount has no decimals", sale, { ...sale, amount: "61" }],
    ["its card number is grouped", sale, { ...sale, ccnum: "4000 1000 1111 2224" }],
    [
      "its token has other letters and no hyphens",
      { ...sale, ccnum: "a1b2-c3d4-e5f6-g7h8" },
      { ...sale, ccnum: "A1B2C3D4E5F6G7H8", ccexp: "0000" },
    ],
    ["its command has its other name", { ...sale, command: "sale" }, { ...sale, command: "cc:sale" }],
    ["its command is blank, which is a sale", { ...sale, command: "sale" }, sale],
    ["its order id is in other letters", sale, { ...sale, orderid: " inv 0042" }],
    ["its order id lost its zeros", sale, { ...sale, orderid: "INV-42" }],
    [
      "its order id became a number with decimals",
      { ...sale, orderid: "1001" },
      { ...sale, orderid: "1001.0" },
    ],
    ["its cardholder's letters were read in another encoding", sale, { ...sale, cardholder: "ZoÃ« MÃ¼ller" }],
    ["its columns are in another order", sale, Object.fromEntries(Object.entries(sale).reverse())],
    ["it has a security code and a source", sale, { ...sale, cvc: "123", source: "pos" }],
    ["its payment has zeros in front", payment, { ...payment, trankey: "0003000000123" }],
    [
      "its description has other spaces",
      { ...check, description: "Dues  May" },
      { ...check, description: "dues may " },
    ],
  ])("when %s", (_, one, other) => {
    expect(rowEffect(other)).toBe(rowEffect(one));
  });
});

describe("a row is another one", () => {
  test.each<[string, BulkCells, BulkCells]>([
    ["with another amount", sale, { ...sale, amount: "61.01" }],
    ["with another card", sale, { ...sale, ccnum: "5555444433332226" }],
    ["for another order", sale, { ...sale, orderid: "INV-0420" }],
    ["for another invoice", sale, { ...sale, invoice: "B" }],
    ["that authorizes only", sale, { ...sale, command: "authonly" }],
    [
      "with another description, where no order is named",
      { ...check, description: "May" },
      { ...check, description: "June" },
    ],
    ["with another check", { ...check, checknum: "101" }, { ...check, checknum: "102" }],
    ["on another payment", payment, { ...payment, trankey: "3000000124" }],
    ["that takes the whole payment", payment, { ...payment, amount: "" }],
  ])("%s", (_, one, other) => {
    expect(rowEffect(other)).not.toBe(rowEffect(one));
  });
});
