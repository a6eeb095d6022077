import { expect, test } from "vitest";
import { z } from "zod";
import { outcomeErrors, requestErrors } from "#lib/gateway/errors.ts";
import type { Exchange } from "../exchange.ts";
import { readMoneyAnswer, readReply } from "../read-answer.ts";
import { maskAnswer } from "./mask-answer.ts";
import { WITHHELD } from "./sent-secrets.ts";

const number = "4000100011112224";
const request = {
  command: "sale",
  amount: "12.00",
  invoice: "INV-2026-A0077",
  creditcard: { cardholder: "Zed", number, expiration: "1249", cvc: "937" },
};
const apiKey = "_V87Qtb513Cd3vabM7RC0TbtJWeSo8p7";
const own = { card: number, code: "937", credential: [apiKey, "123456"], request };
const row = `sale,${number},1249,937`;

const hex = (text: string) => Buffer.from(text).toString("hex");
const base64 = (text: string) => Buffer.from(text).toString("base64");
const base64url = (text: string) => Buffer.from(text).toString("base64url");

const refusal = (error: string, fields = {}): Exchange => ({
  kind: "reply",
  status: 400,
  body: JSON.stringify({ error, errorcode: 21004, fields }),
  rateLimit: undefined,
  retryAfterMs: undefined,
  tookMs: 1,
});

function refuse(error: string, fields = {}) {
  const outcome = readMoneyAnswer(refusal(error, fields), own);
  return outcome.kind === "refused" ? outcome.error : undefined;
}

const encoded = {
  "the number in base64": base64(number),
  "the number in hexadecimal": hex(number),
  "the number in base64, glued": `value${base64(number)}`,
  "the number in base64, cut off": base64(row).slice(0, -3),
  "the number in base64 in an address": encodeURIComponent(base64(number)),
  "the code in base64": base64("cvc=937"),
  "the code in base64url": base64url('{"cvc":"937"}'),
  "the code in hexadecimal": hex("cvc=937"),
  "the code in hexadecimal escapes": "\\x39\\x33\\x37",
  "the bare code in base64": base64("937"),
  "the bare code in hexadecimal": hex("937"),
  "all of it in base64 twice": base64(base64(`cvc=937 number=${number}`)),
  "all of it in base64 of hexadecimal": base64(hex(`cvc=937 number=${number}`)),
  "the number as a hexadecimal number": BigInt(number).toString(16),
  "the number in base32": "GQYDAMJQGAYDCMJRGEZDEMRU",
  "the key in base64": base64(`k:${apiKey}`),
  "a part of the key": `${apiKey.slice(0, 24)}…`,
};

test.each(Object.entries(encoded))("an error text leaves nothing of %s", (_, value) => {
  for (const text of [`Invalid: ${value}`, `Bad value '${value}' in the request`, value]) {
    const error = refuse(text, { "creditcard.number": text, [value]: "no" });
    expect(JSON.stringify(error)).not.toContain(value.slice(0, 12));
    const outcome = JSON.stringify(maskAnswer({ result_code: "D", error: text, result: text }, own));
    expect(outcome).not.toContain(value.slice(0, 12));
  }
});

test.each([
  ...[...Object.values(requestErrors), ...Object.values(outcomeErrors)].map(({ text }) => text),
  "creditcard.expiration: has passed",
  "billing_address.street2 is longer than 64 characters",
  "CreditCardNumber or payment_key is required (cc:capture:reauth)",
  "Transaction 3108427690 of 2026-11-23 08:15:00 in batch 1t1bcdfghjkmnpq",
  "1nfbcdfghjkmnpq was refunded as [7K2M-9QXZ]",
  "INV-2026-A0077 was used before",
])("an error text that hides nothing stays: %s", (text) => {
  expect(refuse(text, { field: text })).toMatchObject({ message: text, fields: { field: text } });
  expect(maskAnswer({ error: text, result: text }, own)).toEqual({ error: text, result: text });
});

test.each([
  ["base64", `see ${base64(row)} end`],
  ["base64url", `see ${base64url(row)}`],
  ["wrapped base64", base64(`${"x".repeat(50)} ${row}`).replace(/(.{76})/g, "$1\r\n")],
  ["hexadecimal", `hex ${hex(row)}`],
  ["base64 twice", base64(base64(row))],
])("a read leaves no card number that a field hides in %s", (_, text) => {
  const answer = {
    comments: `${text} [1234-5678]`,
    description: text,
    invoice: text,
    custid: text,
    key: text,
  };
  expect(maskAnswer(answer)).toMatchObject({
    comments: "[card number] [1234-5678]",
    description: "[card number]",
    invoice: "[card number]",
    custid: "[card number]",
    key: "[card number]",
  });
});

test("a read keeps identifiers, references and names as they are", () => {
  const answer = {
    key: "0nfbcdfghjkmnpq",
    refnum: "3108427690",
    orderid: "a0b1c2d3-e4f5-4a6b-8c7d-9e0f1a2b3c4d",
    invoice: "INV20261123A0077",
    custid: "QmVydGhhLU11ZWxsZXI",
    description: "Order #2026/11/23-0042 for Łucja, size XL, SKU AB12CD34EF56",
    comments: "Table 12, MTIzNDU2 [1234-5678]",
    custom_fields: { 1: "deadbeefcafe0123", 2: "https://shop.example/o/NDIwOTk5" },
  };
  expect(maskAnswer(answer)).toEqual(answer);
});

test.each([
  `937,Zed,12.50,B1,sale,${number},1249`,
  "Bad row check:sale,77712345,checking,Ann,021000021,3.60",
  "Bad row sale,abcd-efgh-ijkl-mnop,937",
  `${number} with code 937`,
])("the error of a row that was sent in a file is withheld when it quotes the row: %s", (error) => {
  expect(maskAnswer({ result_code: "E", error })).toEqual({ result_code: "E", error: WITHHELD });
});

test("a withheld error still names its line", () => {
  const error = `Line 2 is not readable: 937,Zed,12.50,B1,sale,${number},1249`;
  expect(maskAnswer({ error })).toEqual({ error: `line 2: ${WITHHELD}` });
});

test("the refusal of a read leaves nothing of the credential", () => {
  const text = `${apiKey} with PIN 123456 may not read ${base64(apiKey)}`;
  const outcome = readReply(refusal(text), z.unknown(), { credential: own.credential });
  expect(outcome).toMatchObject({ kind: "refused", error: { code: 21004 } });
  expect(JSON.stringify(outcome)).not.toMatch(/V87Qtb|123456|X1Y4/);
});
