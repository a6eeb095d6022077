import { expect, test } from "vitest";
import { avsLabels, cvcLabels } from "./verification-labels.ts";

const everything = { street: true, postalCode: true, securityCode: true };
const nothing = { street: false, postalCode: false, securityCode: false };

test.each(["YYY", "YYX", "GGG", "NYZ", "NNN", "YYG", "XXW", "??"])(
  "an address that was not sent was not checked, for any answer of the bank (%s)",
  (code) => {
    expect(avsLabels({ result_code: code, result: "Address: Match" }, nothing)).toBeUndefined();
  },
);

test.each(["M", "N", "S", "U"])(
  "a security code that was not sent was not checked, for any answer (%s)",
  (code) => {
    expect(cvcLabels({ result_code: code }, { sent: nothing })).toBeUndefined();
  },
);

test.each([
  ["YYY", "Street and postal code match"],
  ["NYZ", "Postal code matches, street does not"],
])("with address and security code sent, %s says %s", (code, text) => {
  expect(avsLabels({ result_code: code }, everything)?.text).toBe(text);
});

test.each([
  ["YYY", { ...nothing, street: true }, "Street matches"],
  ["NYZ", { ...nothing, street: true }, "Street does not match"],
  ["YYY", { ...nothing, postalCode: true }, "Postal code matches"],
  ["YNA", { ...nothing, postalCode: true }, "Postal code does not match"],
  ["YYG", { ...nothing, postalCode: true }, "Postal code could not be compared"],
  ["XXS", { ...nothing, street: true }, "The issuer does not check addresses"],
])("%s with %j says %s alone", (code, sent, text) => {
  expect(avsLabels({ result_code: code }, sent)?.text).toBe(text);
});

test("a decline for the security code never says that it matches", () => {
  expect(cvcLabels({ result_code: "M" }, { sent: everything, refused: true })?.text).toBe("Does not match");
});

test("the gateway's codes count where the fields that were sent are unknown", () => {
  expect(avsLabels({ result_code: "YYY" })?.text).toBe("Street and postal code match");
  expect(cvcLabels({ result_code: "M" })?.text).toBe("Matches");
});
