import { expect, test } from "vitest";
import { customerName } from "./customer-name.ts";

test.each([
  ["Ada Okafor", "cash", "Ada Okafor"],
  [undefined, "cash", "Walk-in customer"],
  ["", "cash", "Walk-in customer"],
  [undefined, "card", "No name"],
])("a payment of %s by %s is called %s", (customer, tender, name) => {
  expect(customerName(customer, tender)).toBe(name);
});
