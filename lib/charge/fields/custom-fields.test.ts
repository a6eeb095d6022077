import { expect, test } from "vitest";
import { chargeForm } from "../form.ts";
import { validateCharge } from "../rules.ts";
import { readCustomFields, writeCustomField } from "./custom-field-settings.ts";
import type { CustomField } from "./custom-fields.ts";
import { customProblem } from "./field-problems.ts";
import { emptyCharge, inUse } from "./values.ts";

test("the names of custom fields are read from the setting", () => {
  expect(readCustomFields("1=Delivery window, 20 = Florist,")).toEqual({
    1: { name: "Delivery window", type: "text" },
    20: { name: "Florist", type: "text" },
  });
  expect(readCustomFields("")).toEqual({});
});

test("a custom field's type is read after a colon, and written back as it was", () => {
  const text = "1=Guests:number, 2=Deliver on:date, 3=Gift:yes/no, 4=Size:S|M|L, 5=Ref: internal";
  const fields = readCustomFields(text);
  expect(fields).toEqual({
    1: { name: "Guests", type: "number" },
    2: { name: "Deliver on", type: "date" },
    3: { name: "Gift", type: "yes/no" },
    4: { name: "Size", type: "list", choices: ["S", "M", "L"] },
    5: { name: "Ref: internal", type: "text" },
  });
  const written = Object.entries(fields ?? {}).map(
    ([number, field]) => `${number}=${writeCustomField(field)}`,
  );
  expect(written.join(", ")).toBe(text);
});

const size: CustomField = { name: "Size", type: "list", choices: ["S", "M"] };

test.each<[CustomField["type"], string[], string[]]>([
  ["number", ["12", "-3", "0.25"], ["12a", "1,5", "1e3", ".5", "1.1234567"]],
  ["date", ["2026-11-20", "2028-02-29"], ["2026-02-29", "11/20/2026", "2026-13-01", "26-11-20"]],
  ["yes/no", ["Yes", "No"], ["yes", "Maybe"]],
  ["list", ["S", "M"], ["L", "s"]],
  ["text", ["anything at all"], []],
])("a field of type %s takes %j and refuses %j", (type, taken, refused) => {
  const field: CustomField = { ...size, type };
  for (const text of taken) expect(customProblem(field, text), text).toBeUndefined();
  for (const text of refused) expect(customProblem(field, text), text).toEqual(expect.any(String));
});

test("the form and its schema refuse a value that its field doesn't take, at the field", () => {
  const values = { ...emptyCharge("form-number-000000000001"), tender: "cash" as const, amount: "5.00" };
  const typed = inUse({ ...values, custom: { ...values.custom, field4: "XL" } });
  const checked = validateCharge(typed, "2026-11", { 4: size });
  expect(checked.ok ? [] : [...checked.problems]).toEqual([["custom.field4", "Choose one of the list."]]);
  expect(chargeForm("2026-11", { 4: size }).safeParse(typed).success).toBe(false);
  expect(chargeForm("2026-11").safeParse(typed).success).toBe(true);
});

test.each([
  ...["0=A", "21=A", "A", "1=", "1=A,1=B", "1=A,2=A", "01=A", "1=4000100011112224"],
  ...["1=A:S|", "1=A:S|S", "1=A:|", "1=A:date, 2=A", "1=Size:4000100011112224|M"],
])("%s is refused", (text) => {
  expect(readCustomFields(text)).toBeUndefined();
});
