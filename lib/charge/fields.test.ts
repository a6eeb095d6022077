import { expect, test } from "vitest";
import { requestOf } from "../gateway/schemas/command-requests.ts";
import { blankOf } from "./fields/field.ts";
import {
  type ChargeValues,
  clearedAt,
  emptyCharge,
  fieldList,
  inUse,
  isOffered,
  type NamedField,
  tenders,
  valueIn,
} from "./fields/values.ts";
import { chargeFields } from "./fields.ts";
import { chargeForm } from "./form.ts";
import { chargeKindNames, kindIn } from "./kinds.ts";
import { toCharge } from "./request.ts";

const month = "2026-11";
const visa = "4000100011112224";

/** Texts that each field takes one of. */
const examples = [
  "Ada",
  "pk_0123456789",
  "EUR",
  "12.50",
  visa,
  "999",
  "1249",
  "a1b2-c3d4-e5f6-g7h8",
  "021000021",
  "ada@example.com",
];

function goodValue({ control, options, wrong }: NamedField): string | boolean {
  if (control === "checkbox") return true;
  if (control === "amount") return "12.50";
  if (options) return options.at(-1)?.value ?? "";
  const good = examples.find((text) => !wrong?.(text, month));
  if (!good) throw new Error("no example fits this field: add one");
  return good;
}

function set(values: ChargeValues, changes: Iterable<readonly [NamedField, string | boolean]>): ChargeValues {
  const copy = structuredClone(values);
  for (const [{ group, key }, value] of changes) Object.assign(copy[group], { [key]: value });
  return copy;
}

type Asked = Pick<ChargeValues, "tender" | "kind">;

/** A payment by this tender with all that it needs, and one value beside. */
function payment(asked: Asked, field: NamedField, value: string | boolean): ChargeValues {
  const empty = { ...emptyCharge("form-number-000000000001"), ...asked, amount: "10.00" };
  const needed = fieldList.filter((one) => one.required && isOffered(one, asked));
  const values = set(
    { ...empty, itemized: field.group === "breakdown" },
    needed.map((one) => [one, goodValue(one)]),
  );
  values.breakdown.subtotal = "100";
  if (field.name === "token.paymentKey" && isOffered(field, asked)) values.token.token = "";
  if (field.name === "customer.savePaymentMethod") values.customer.save = true;
  if (field.name === "receipt.send") values.receipt.email = "ada@example.com";
  return set(values, [[field, value]]);
}

const problemsAt = (values: ChargeValues, { name }: NamedField) =>
  (chargeForm(month).safeParse(inUse(values)).error?.issues ?? [])
    .filter(({ path }) => path.join(".") === name)
    .map(({ message }) => message);

const payments: Asked[] = tenders.flatMap((tender) =>
  chargeKindNames.filter((kind) => kindIn({ kind, tender }) === kind).map((kind) => ({ tender, kind })),
);
const pairs = fieldList.flatMap((field) =>
  payments.map((asked) => ({ asked, field, isOwn: isOffered(field, asked) })),
);
const typed = pairs.filter(({ field, isOwn }) => isOwn && field.control !== "checkbox" && !field.options);

test("every field is refused when it is too long", () => {
  for (const { field, asked } of typed)
    for (const sign of ["x", "1"])
      expect(problemsAt(payment(asked, field, sign.repeat(1200)), field), field.name).not.toEqual([]);
});

test("every field but those of a card's and an account's number is refused with a card number in it", () => {
  for (const { field, asked } of typed.filter(({ field }) => !field.holdsNumber))
    for (const text of [visa, "4000 1000 1111 2224", `card ${visa}`])
      expect(problemsAt(payment(asked, field, text), field), field.name).not.toEqual([]);
  const holding = fieldList.filter(({ holdsNumber }) => holdsNumber).map(({ name }) => name);
  expect(holding).toEqual(["card.number", "check.routing", "check.account"]);
});

test("every field goes to its path in the request, and nowhere with a tender that does not have it", () => {
  for (const { field, asked, isOwn } of pairs) {
    const sent = chargeForm(month).parse(inUse(payment(asked, field, goodValue(field))));
    if (!isOwn) expect(valueIn(sent, field), field.name).toBe(blankOf(field));
    else if (field.wire)
      expect(lettersOf(wireText(field, toCharge(sent).body)), field.name).toBe(lettersOf(goodValue(field)));
  }
  const unsent = fieldList.filter(({ wire }) => !wire).map(({ name }) => name);
  expect(unsent).toEqual(["cash.received", "credit.reason"]);
});

test("every field goes to a path that the contract has", () => {
  for (const { field, asked } of pairs.filter(({ field, isOwn }) => isOwn && field.wire)) {
    const { command, body } = toCharge(
      chargeForm(month).parse(inUse(payment(asked, field, goodValue(field)))),
    );
    expect(
      atPath(requestOf(command).parse(body), field.wire ?? ""),
      `${field.name}: add ${field.wire} to lib/gateway/schemas/command-fields.ts`,
    ).toBeDefined();
  }
});

function wireText({ wire = "", fromWire }: NamedField, body: unknown) {
  const value = atPath(body, wire);
  return fromWire?.(String(value)) ?? value;
}

const atPath = (body: unknown, path: string) =>
  path.split(".").reduce<unknown>((part, name) => Object(part)[name], body);
/** A token and an amount are written in one way on the wire. */
const lettersOf = (value: unknown) => String(value).replace(/\W/g, "");

test("no two fields of a payment go to one place", () => {
  for (const asked of payments) {
    const paths = fieldList.filter((field) => isOffered(field, asked)).flatMap(({ wire }) => wire ?? []);
    expect(paths).toEqual([...new Set(paths)]);
  }
});

test("card data is cleared first, then what pays, then what only this tender needs", () => {
  const filled = set(
    emptyCharge("form-number-000000000001"),
    fieldList.map((field) => [field, goodValue(field)]),
  );
  const cleared = (moment: Parameters<typeof clearedAt>[0]) => {
    const left = clearedAt(moment, filled);
    return fieldList.filter((field) => valueIn(left, field) === blankOf(field)).map(({ name }) => name);
  };
  const cardData = ["card.number", "card.cvc", "token.cvc", "token.paymentKey"];
  const cardOrAccount = ["card.expiration", "token.token", "check.routing", "check.account"];
  const ofCard = ["card.name", "card.street", "card.postalCode", "card.save"];
  const ofTender = [...ofCard, "check.accountType", "check.number", "check.format", "cash.received"];
  expect(cleared("sent").sort()).toEqual([...cardData].sort());
  expect(cleared("left").sort()).toEqual([...cardData, ...cardOrAccount].sort());
  expect(cleared("tenderChanged").sort()).toEqual([...cardData, ...cardOrAccount, ...ofTender].sort());
});

test("a token may be typed with spaces, as it is read out", () => {
  const { clean, wrong, toWire } = chargeFields.token.token;
  const typed = clean("A1B2 C3D4 e5f6 g7h8 ");
  expect(wrong(typed)).toBeUndefined();
  expect(toWire(typed)).toBe("a1b2-c3d4-e5f6-g7h8");
});
