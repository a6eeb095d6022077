import { expect, test } from "vitest";
import { commandRow, commands } from "../gateway/commands.ts";
import { requestOf } from "../gateway/schemas/command-requests.ts";
import { rights } from "../permissions.ts";
import { type ChargeValues, emptyCharge, inUse, rightsOf, tenders } from "./fields/values.ts";
import { chargeForm } from "./form.ts";
import { chargeKindNames, kindIn, kindOfCommand, kindRow } from "./kinds.ts";
import { emptyLineItem } from "./line-items/line-items.ts";
import { toCharge } from "./request.ts";

const empty = emptyCharge("form-number-000000000001");

/** What each tender and kind needs, and much that it has no place for. */
const filled: ChargeValues = {
  ...empty,
  amount: "24.00",
  card: { ...empty.card, number: "4000100011112224", expiration: "1128", cvc: "999", save: true },
  token: { ...empty.token, token: "a1b2-c3d4-e5f6-g7h8" },
  check: { ...empty.check, name: "Ada", routing: "021000021", account: "1000006789" },
  cash: { received: "50" },
  voice: { authcode: "072914" },
  credit: { reason: "Goodwill" },
  order: { ...empty.order, invoice: "10482", comments: "side door" },
  items: [{ ...emptyLineItem(), name: "Vase", cost: "24.00" }],
  duplicateReason: "Two purchases",
  ignoreDuplicate: true,
};

const asked = tenders.flatMap((tender) =>
  chargeKindNames
    .filter((kind) => kindIn({ kind, tender }) === kind)
    .map((kind) => ({ tender, kind, command: kindRow(kind).commands[tender] ?? "sale" })),
);

const read = (change: Partial<ChargeValues>) =>
  chargeForm("2026-11").safeParse(inUse({ ...filled, ...change }));

test.each(asked)("$kind by $tender is sent as $command, in the form of the contract", (change) => {
  const charge = toCharge(read(change).data ?? filled);
  expect(charge.command).toBe(change.command);
  const fields = requestOf(change.command);
  const parsed = fields.parse(charge.body);
  // Nothing that the command has no place for.
  const { software: _, ...sent } = charge.body;
  expect(Object.keys(parsed)).toEqual(expect.arrayContaining(Object.keys(sent)));
});

test.each(asked)("$kind by $tender needs the right of its command", ({ tender, kind, command }) => {
  const values = { ...filled, tender, kind, card: { ...filled.card, save: false } };
  const own = commands[command].right;
  const roles = ["charge", ...rightsOf(values)].map((right) => rights[right as keyof typeof rights]);
  expect(roles.flat()).toEqual(expect.arrayContaining([...rights[own]]));
  if (kind === "credit") expect(rightsOf(values)).toEqual(["credit"]);
  expect(kindOfCommand(command)).toBe(kind);
  expect(commandRow(command).tenders).toContain(tender);
});

test("saving a card sends the card alone", () => {
  const { body, amountCents } = toCharge(read({ kind: "save" }).data ?? filled);
  expect(amountCents).toBeUndefined();
  expect(body).toEqual({
    creditcard: { number: "4000100011112224", expiration: "1128", cvc: "999" },
    software: "Merchant Console",
  });
});

test("saving a card needs no amount, a credit needs a reason, a voice authorization its code", () => {
  const problems = (change: Partial<ChargeValues>) =>
    (read(change).error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`);
  expect(problems({ kind: "save", amount: "" })).toEqual([]);
  for (const tender of tenders)
    expect(problems({ kind: "credit", tender, credit: { reason: " " } })).toEqual([
      "credit.reason: Say why, in a few words.",
    ]);
  expect(problems({ kind: "voice", voice: { authcode: "" } })).toEqual([
    "voice.authcode: Enter the code the issuer gave.",
  ]);
  expect(problems({ kind: "voice", voice: { authcode: "07-29" } })).toHaveLength(1);
});

test("a kind that a tender does not have is a plain payment there", () => {
  const charge = toCharge(read({ kind: "voice", tender: "cash" }).data ?? filled);
  expect(charge.command).toBe("cash:sale");
  expect(charge.body).not.toHaveProperty("authcode");
  expect(charge.kept).toEqual({ cash_received: "50.00" });
});

test("the reason of a credit is kept here and not sent", () => {
  const charge = toCharge(read({ kind: "credit", tender: "cash" }).data ?? filled);
  expect(charge.kept).toEqual({ drawer_reason: "Goodwill" });
  expect(JSON.stringify(charge.body)).not.toContain("Goodwill");
});

test("a payment key pays alone", () => {
  const byKey = (token: Partial<ChargeValues["token"]>) =>
    read({ tender: "token", token: { token: "", cvc: "", paymentKey: "pk_0123456789", ...token } });
  const { body, paymentMethod } = toCharge(byKey({}).data ?? filled);
  expect(body).toMatchObject({ payment_key: "pk_0123456789", amount: "24.00" });
  expect(body).not.toHaveProperty("creditcard");
  expect(paymentMethod).toBe("One-time payment key");
  for (const change of [{ token: "a1b2-c3d4-e5f6-g7h8" }, { cvc: "123" }])
    expect(byKey(change).error?.issues[0]?.path).toEqual(["token", "paymentKey"]);
  expect(byKey({ paymentKey: "" }).error?.issues[0]?.path).toEqual(["token", "token"]);
});
