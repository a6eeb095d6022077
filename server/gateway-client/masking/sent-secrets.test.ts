import { expect, test } from "vitest";
import type { Exchange } from "../exchange.ts";
import { readMoneyAnswer } from "../read-answer.ts";
import { maskAnswer } from "./mask-answer.ts";
import { WITHHELD } from "./sent-secrets.ts";

const request = {
  command: "sale",
  amount: "937.00",
  invoice: "937",
  comments: "table 937 [1234-5678]",
  creditcard: { cardholder: "Zed", number: "4000100011112224", expiration: "1249", cvc: "937" },
};
const apiKey = "_V87Qtb513Cd3vabM7RC0TbtJWeSo8p7";
const own = { card: request.creditcard.number, code: "937", credential: [apiKey, "123456"], request };
const echo = JSON.stringify(request);

const reply = (body: unknown, status = 200): Exchange => ({
  kind: "reply",
  status,
  body: JSON.stringify(body),
  rateLimit: undefined,
  retryAfterMs: undefined,
  tookMs: 1,
});
const refuse = (error: string, fields = {}) =>
  readMoneyAnswer(reply({ error, errorcode: 21004, fields }, 400), own);

const hex = (text: string) => Buffer.from(text).toString("hex");
const base64 = (text: string) => Buffer.from(text).toString("base64");

test.each<[string, string]>([
  ["as JSON", echo],
  ["as JSON within JSON", JSON.stringify(echo)],
  ["cut off", echo.slice(0, -20)],
  ["URL-encoded", encodeURIComponent(echo)],
  ["URL-encoded twice", encodeURIComponent(encodeURIComponent(echo))],
  ["as a query", "command=sale&creditcard[cvc]=937&creditcard[expiration]=1249"],
  ["as XML", "<creditcard><expiration>1249</expiration><cvc>937</cvc></creditcard>"],
  ["as PHP prints it", "Array ( [expiration] => 1249 [cvc] => 937 )"],
  ["in hexadecimal", hex(echo)],
  ["in base64", base64(echo)],
  ["in base64url", Buffer.from(echo).toString("base64url")],
  ["as HTML entities", [...echo].map((sign) => `&#${sign.charCodeAt(0)};`).join("")],
])("a refusal that repeats the request %s is withheld", (_, text) => {
  expect(refuse(`Invalid request: ${text}`)).toMatchObject({ kind: "refused", error: { message: WITHHELD } });
  expect(refuse("No", { body: text })).toMatchObject({
    error: { message: "No", fields: { body: WITHHELD } },
  });
});

test.each([
  ["must not be 937", "must not be [security code]"],
  ["937", "[security code]"],
  ["cvc937 is wrong", "cvc[security code] is wrong"],
  ["9 3 7 is wrong", "[security code] is wrong"],
  ["code %39%33%37 is wrong", WITHHELD],
  ["code ９３７ is wrong", WITHHELD],
  ["code &#57;&#51;&#55; is wrong", WITHHELD],
  [`key ${apiKey} with PIN 123456`, "key [credential] with PIN [credential]"],
  ["must be 3 digits, not 9370 or 19.37", "must be 3 digits, not 9370 or 19.37"],
  ["creditcard.cvc and creditcard.number are required", "creditcard.cvc and creditcard.number are required"],
  ["creditcard.expiration: has passed", "creditcard.expiration: has passed"],
])("a refusal says %j without the security code and the credential", (text, expected) => {
  expect(refuse(text, { "creditcard.cvc": text, [text]: "no" })).toMatchObject({
    error: { message: expected, fields: { "creditcard.cvc": expected, [expected]: "no" } },
  });
});

test("an approved answer keeps the security code in no text and under no name", () => {
  const answer = {
    ...{ type: "transaction", key: "1nfabcdefghijkl", result_code: "A", result: "Approved cvc 937" },
    ...{ authcode: "cvc=937", cvc: { result_code: "M", result: "Match (937)", value: "937" } },
    creditcard: { number: "xxxxxxxxxxxx2224", verification_value: "937", cvc_code: 937, cvNumber: "937" },
    ...{ request: echo, raw: hex(echo), xml: "<cvv>937</cvv>", rev: "4222111100010004", any: 937 },
    customer: { notes: "cvv2: 937", verification_value: "937" },
    origin: { source_name: "x", source_key: apiKey },
  };
  const outcome = readMoneyAnswer(reply(answer), own);
  expect(outcome).toMatchObject({
    kind: "answered",
    transaction: {
      result: "Approved cvc [security code]",
      authcode: "cvc=[security code]",
      cvc: { result_code: "M", result: "Match ([security code])" },
      origin: { source_name: "x" },
    },
  });
  const text = JSON.stringify(outcome);
  for (const secret of ["937", hex("937"), apiKey, "4222111100010004"]) expect(text).not.toContain(secret);
});

test("digits of a normal answer that equal the security code by chance stay as they are", () => {
  const answer = {
    ...{ type: "transaction", key: "0nf937bcdfghjkm", refnum: "3108937937", is_duplicate: "N" },
    ...{ result_code: "A", result: "Approved", authcode: "937937", error_code: "10937" },
    avs: { result_code: "YYY", result: "Address: Match & 5 Digit Zip: Match" },
    cvc: { result_code: "M", result: "Match" },
    ...{ invoice: "937", comments: "table 937 [1234-5678]", currency: "937" },
    ...{ auth_amount: "937.00", proc_refnum: "937" },
    batch: { type: "batch", key: "at1937bcdfghjkm", batchrefnum: "937", sequence: "937" },
    creditcard: { number: "xxxxxxxxxxxx2937", cardholder: "Zed" },
  };
  expect(readMoneyAnswer(reply(answer), own)).toMatchObject({ kind: "answered", transaction: answer });
});

test("a read, which cannot know the code, strikes what the gateway calls one", () => {
  const answer = {
    ...{ key: "0nf937bcdfghjkm", result: "Approved, CVV2: 937", cvc: { result_code: "M", result: "(937)" } },
    ...{ comments: `sent ${hex(echo)}`, cvv_result: "M", verification_value: "937", card_code: "937" },
    custom_fields: { 1: "<cvv>937</cvv>", 2: "room 937" },
    fields: { cvc: "is required" },
  };
  expect(maskAnswer(answer)).toEqual({
    key: "0nf937bcdfghjkm",
    result: "Approved, CVV2: [security code]",
    cvc: { result_code: "M", result: "([security code])" },
    comments: WITHHELD,
    cvv_result: "M",
    custom_fields: { 1: "<cvv>[security code]</cvv>", 2: "room 937" },
    fields: { cvc: "is required" },
  });
});

test.each(["1234", "12345"])("a refusal does not repeat the account %s", (account) => {
  const error = `Account ${account} is closed`;
  const outcome = readMoneyAnswer(reply({ error, errorcode: 21004 }, 400), { account });
  expect(outcome).toMatchObject({ error: { message: "Account [account number] is closed" } });
});

test.each(["a", "cvc ", "9 ", "%25", "a:", "\\", "cvc", "ab12", "&#5", "=+/"])(
  "200 kB of %j is masked in linear time",
  (piece) => {
    const error = piece.repeat(2e5 / piece.length);
    const startedAt = process.cpuUsage();
    maskAnswer({ error }, own);
    expect(process.cpuUsage(startedAt).user).toBeLessThan(30_000_000);
  },
);
