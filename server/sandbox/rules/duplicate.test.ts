import { expect, test } from "vitest";
import type { CommandName } from "#lib/gateway/commands.ts";
import { duplicateKey } from "./duplicate.ts";

const request = {
  sourceId: 1,
  command: "sale" as CommandName,
  fingerprint: "f",
  cents: 100,
  currency: undefined as string | undefined,
  orderid: "o",
  invoice: "i",
  originalId: undefined as number | undefined,
  everything: { a: 1, b: [{ c: 2, d: 3 }] },
};

test("only fields that the setting compares make a difference", () => {
  const kind = (setting: Parameters<typeof duplicateKey>[0], changes: Partial<typeof request>) =>
    duplicateKey(setting, { ...request, ...changes }) === duplicateKey(setting, request);
  expect(kind("card-amount", { orderid: "other", everything: {} as typeof request.everything })).toBe(true);
  expect(kind("card-amount", { cents: 101 })).toBe(false);
  expect(kind("card-amount", { invoice: "other" })).toBe(true);
  expect(kind("card-amount-orderid", { orderid: "other" })).toBe(false);
  expect(kind("card-amount-orderid", { invoice: "other" })).toBe(false);
  expect(kind("card-amount-orderid", { everything: { a: 2, b: [] } })).toBe(true);
  expect(kind("all", { everything: { a: 2, b: [] } })).toBe(false);
  for (const setting of ["card-amount", "card-amount-orderid", "all"] as const) {
    expect(kind(setting, { fingerprint: "g" })).toBe(false);
    expect(kind(setting, { sourceId: 2 })).toBe(false);
    expect(kind(setting, { originalId: 2 })).toBe(false);
    expect(kind(setting, { command: "authonly" })).toBe(false);
    expect(kind(setting, { currency: "978" })).toBe(false);
    expect(kind(setting, { currency: "840" })).toBe(true);
  }
});

test("the order of fields makes no difference", () => {
  const turned = { b: [{ d: 3, c: 2 }], a: 1 };
  expect(duplicateKey("all", { ...request, everything: turned })).toBe(duplicateKey("all", request));
});

test("no order id equals an empty one", () => {
  const none = duplicateKey("card-amount-orderid", { ...request, orderid: undefined });
  expect(none).toBe(duplicateKey("card-amount-orderid", { ...request, orderid: "" }));
});

test("switched off, nothing is a duplicate", () => expect(duplicateKey("off", request)).toBeUndefined());
