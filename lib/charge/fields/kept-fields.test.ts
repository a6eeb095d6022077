import { expect, test } from "vitest";
import { toCharge } from "../request.ts";
import { keptFields, withKept } from "./kept-fields.ts";
import { type ChargeValues, clearedAt, emptyCharge, fieldList, inUse, tenders } from "./values.ts";

const id = "form-number-000000000001";
const secrets = ["4000100011112224", "1228", "739", "987654320", "10178101", "a1b2-c3d4-e5f6-g7h8"];
const [number = "", expiration = "", cvc = "", routing = "", account = "", token = ""] = secrets;

/** A form with something in each of its fields. */
function filled(tender: ChargeValues["tender"]): ChargeValues {
  const values = { ...emptyCharge(id), tender, amount: "", itemized: true };
  for (const { group, key, control, options } of fieldList)
    Object.assign(values[group], {
      [key]:
        control === "checkbox" ? true : (options?.at(-1)?.value ?? (control === "amount" ? "12.50" : key)),
    });
  Object.assign(values.more, { currency: "EUR" });
  Object.assign(values.card, { number, expiration, cvc });
  Object.assign(values.check, { routing, account });
  Object.assign(values.token, { token, cvc });
  return inUse({ ...values, breakdown: { ...values.breakdown, subtotal: "1,100.00" } });
}

const afterReload = (values: ChargeValues) => {
  const { body, kept } = toCharge(values);
  return keptFields(JSON.parse(JSON.stringify({ ...body, ...kept })));
};

test.each(tenders)(
  "a form by %s is filled again from its request, but for card and account data",
  (tender) => {
    const values = filled(tender);
    const kept = afterReload(values);
    const breakdown = { ...values.breakdown, subtotal: "1100.00" };
    expect(withKept({ ...emptyCharge(id), tender }, kept)).toEqual(
      clearedAt("left", { ...values, breakdown }),
    );
    for (const secret of secrets) expect(JSON.stringify(kept)).not.toContain(secret);
  },
);

test("a request without a breakdown fills a plain amount, and what is no field of the form is left out", () => {
  const values = { ...emptyCharge(id), amount: "42.50", order: { ...emptyCharge(id).order, ponum: "PO-7" } };
  expect(afterReload({ ...values, tender: "cash" })).toEqual({ "order.ponum": "PO-7" });
  expect(withKept(emptyCharge(id), { "order.ponum": "PO-7", "card.number": number }).itemized).toBe(false);
  expect(withKept(emptyCharge(id), { "card.number": number, "check.format": "XXX" })).toEqual(
    emptyCharge(id),
  );
});
