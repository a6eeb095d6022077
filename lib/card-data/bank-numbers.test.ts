import { expect, test } from "vitest";
import { accountLabel, maskAccountNumber } from "./bank-numbers.ts";

test.each([
  ["1234", "xxxx", "Checking"],
  ["12345", "xxxx5", "Checking ending 5"],
  ["123456", "xxxx56", "Checking ending 56"],
  ["12345678", "xxxx5678", "Checking ending 5678"],
  ["12345678901234567", "xxxxxxxxxxxxx4567", "Checking ending 4567"],
])("of the account number %s at least four digits stay hidden", (account, masked, label) => {
  expect(maskAccountNumber(account)).toBe(masked);
  expect(accountLabel("Checking", account)).toBe(label);
});
