import { expect, test } from "vitest";
import { transactionDetail } from "../gateway/schemas/transaction.ts";
import { amountRules } from "./amount-rules.ts";
import { askedAmount, followUpCommands, followUpForms } from "./follow-up.ts";

const of = (codes: object) =>
  transactionDetail.parse({ key: "9nf", result_code: "A", amount: "9", ...codes });
const pending = of({ trantype_code: "S", status_code: "P", creditcard: { number: "xxxxxxxxxxxx2224" } });
const settled = of({ trantype_code: "S", status_code: "S", creditcard: { number: "xxxxxxxxxxxx2224" } });

test("only a reduction begins without an amount", () => {
  const asked = followUpCommands.filter((command) => amountRules[followUpForms[command].amount]);
  const empty = asked.filter(
    (command) => amountRules[followUpForms[command].amount]?.suggest(command, 900) === undefined,
  );
  expect(asked).toContain("refund");
  expect(empty).toEqual(["refund:adjust"]);
});

test("only a correction to the same amount changes nothing", () => {
  const same = followUpCommands.filter((command) => askedAmount(command, pending)?.sameIsNothing(command));
  expect(same).toEqual(["cc:adjust"]);
});

test("a part of a payment is asked for where it can no longer be voided", () => {
  expect(askedAmount("creditvoid", pending)).toBeUndefined();
  expect(askedAmount("creditvoid", settled)?.isLimited).toBe(true);
  expect(askedAmount("void", settled)).toBeUndefined();
});
