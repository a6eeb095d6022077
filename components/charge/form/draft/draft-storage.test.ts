import { createFormControl } from "react-hook-form";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { type ChargeValues, emptyCharge, type ValidCharge } from "#lib/charge/fields/values.ts";
import { typedItems } from "#lib/session/typed.ts";
import type { ChargeForm } from "../use-charge-form.ts";
import { restoreDraft, storeDraft } from "./draft-storage.ts";

const blank = emptyCharge("form-number-000000000001");
const typed: ChargeValues = {
  ...blank,
  amount: "42.50",
  card: { ...blank.card, number: "4000100011112224", expiration: "1249", cvc: "987", name: "Ada Okafor" },
  order: { ...blank.order, invoice: "10482" },
};

function restored(user: string, now: Partial<ChargeValues> = {}, begin = {}, isEmpty = true) {
  const form = createFormControl<ChargeValues, unknown, ValidCharge>({
    defaultValues: structuredClone(blank),
  });
  // As in a page: until then a form answers with what it began with.
  form.control._state.mount = true;
  for (const [name, value] of Object.entries(now)) form.setValue(name as keyof ChargeValues, value as never);
  const asInPage = { ...form, formState: { defaultValues: blank } } as unknown as ChargeForm; // all that is used of it
  const forgotten = restoreDraft(asInPage, { user, begin, isEmpty });
  return { forgotten, values: form.getValues() };
}

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  vi.stubGlobal("document", { activeElement: null });
  vi.stubGlobal("HTMLInputElement", class {});
});
afterAll(() => void vi.unstubAllGlobals());

test("a stored draft has no card, code, account or token; the rest comes back once, with what has to be typed again", () => {
  storeDraft("user-1", { ...typed, check: { ...blank.check, routing: "987654320", account: "10178199" } });
  const stored = sessionStorage.getItem(typedItems.charge) ?? "";
  for (const secret of ["4000100011112224", "1249", "987", "10178199"]) expect(stored).not.toContain(secret);
  expect(stored).toContain("42.50");
  const { forgotten, values } = restored("user-1");
  expect(forgotten).toBe("card");
  expect(values).toEqual({ ...typed, card: { ...blank.card, name: "Ada Okafor" } });
  expect(restored("user-1")).toEqual({ forgotten: undefined, values: blank });
});

test("a draft says that the card has to be typed again, also where it was wiped before the draft was stored", () => {
  storeDraft("user-1", { ...typed, card: { ...blank.card, name: "Ada Okafor" } }, "card");
  expect(restored("user-1").forgotten).toBe("card");
  storeDraft("user-1", undefined, "card");
  expect(restored("user-1")).toEqual({ forgotten: undefined, values: blank });
});

test("a draft is not given to another user, and is deleted when another user's form opens", () => {
  storeDraft("user-1", typed);
  expect(restored("user-2")).toEqual({ forgotten: undefined, values: blank });
  expect(restored("user-1").values).toEqual(blank);
});

test("a draft is not filled in where the form isn't new, nor after a working day", () => {
  storeDraft("user-1", typed);
  expect(restored("user-1", {}, {}, false).values).toEqual(blank);
  storeDraft("user-1", typed);
  vi.useFakeTimers({ now: Date.now() + 13 * 60 * 60_000 });
  expect(restored("user-1").values).toEqual(blank);
  vi.useRealTimers();
});

test("a draft of a check says that its account has to be typed again, one of a card alone that the card has", () => {
  storeDraft("user-1", { ...blank, tender: "check", check: { ...blank.check, account: "10178199" } });
  expect(restored("user-1").forgotten).toBe("account");
  storeDraft("user-1", { ...blank, card: { ...blank.card, number: "4000" } });
  expect(restored("user-1")).toEqual({ forgotten: "card", values: blank });
});

test("a draft replaces nothing that was typed meanwhile, and adds no breakdown beside a typed amount", () => {
  const tax = { ...blank.breakdown, subtotal: "40.00", tax: "2.50" };
  storeDraft("user-1", { ...typed, amount: "", itemized: true, breakdown: tax });
  const { values } = restored("user-1", { amount: "7" });
  expect(values).toMatchObject({ amount: "7", itemized: false, breakdown: blank.breakdown });
  expect(values.order.invoice).toBe("10482");
});

test("a draft is filled into a form that begins with a saved card, and keeps that card", () => {
  storeDraft("user-1", typed);
  const { values } = restored("user-1", {}, { savedCard: "a1b2-c3d4-e5f6-g7h8" });
  expect(values).toMatchObject({
    tender: "token",
    token: { token: "a1b2-c3d4-e5f6-g7h8" },
    amount: "42.50",
  });
});

test("a draft that another program wrote is filled in only where it fits the form", () => {
  const values = {
    amount: 7,
    tender: "gold",
    items: [{ name: 5, cost: "1.00" }, null],
    card: { number: "4" },
  };
  const other = { ...values, order: { invoice: "10482", ponum: {} }, attemptId: "x" };
  sessionStorage.setItem(
    typedItems.charge,
    JSON.stringify({ user: "user-1", at: Date.now(), values: other }),
  );
  const filled = restored("user-1").values;
  expect(filled).toMatchObject({
    attemptId: blank.attemptId,
    tender: "card",
    amount: "",
    card: { number: "" },
    order: { invoice: "10482", ponum: "" },
  });
  for (const text of ["null", "{", "[]", "7"]) {
    sessionStorage.setItem(typedItems.charge, text);
    expect(restored("user-1").values).toEqual(blank);
  }
});
