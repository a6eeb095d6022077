import { expect, test } from "vitest";
import { testCards } from "#lib/gateway/test-cards.ts";
import { transaction } from "#lib/gateway/transaction.ts";
import type { Exchange } from "./exchange.ts";
import { readMoneyAnswer, readReply } from "./read-answer.ts";

const card = "4761736666666664";
const reply = (body: unknown, status = 200): Exchange => ({
  kind: "reply",
  status,
  body: typeof body === "string" ? body : JSON.stringify(body),
  rateLimit: undefined,
  retryAfterMs: undefined,
  tookMs: 1,
});

const echoing = {
  type: "transaction",
  key: "1nfabcdefghijkl",
  refnum: "3108000042",
  proc_refnum: "30569309025904",
  result_code: "A",
  result: `Approved ${card}`,
  cvc: { result_code: "M", result: "Match" },
  creditcard: { number: card, cvc: "947", cvv2: 947, cardholder: `Ada ${card}` },
  savedcard: { key: "abcd-efgh-ijkl-mnop", cardnumber: card },
  comments: `${card} [1234-5678]`,
  custom_fields: { [card]: `4761 7366 6666 6664`, 2: 4761736666666664, 3: [card] },
};

test("an approved answer that echoes the card keeps neither its number nor its code", () => {
  const outcome = readMoneyAnswer(reply(echoing));
  expect(outcome).toMatchObject({
    kind: "answered",
    transaction: {
      key: "1nfabcdefghijkl",
      refnum: "3108000042",
      result_code: "A",
      cvc: { result_code: "M", result: "Match" },
      creditcard: { number: "xxxxxxxxxxxx6664" },
      comments: "[card number] [1234-5678]",
    },
  });
  expect(JSON.stringify(outcome)).not.toMatch(/4761|947/);
});

test("a refusal that echoes the card keeps it nowhere", () => {
  const refusal = { error: `bad card ${card}`, errorcode: 21004, fields: { creditcard: `${card} is wrong` } };
  const outcome = readMoneyAnswer(reply({ ...refusal, fields: { ...refusal.fields, [card]: "no" } }, 400));
  expect(outcome).toMatchObject({ kind: "refused", error: { message: "bad card [card number]" } });
  expect(JSON.stringify(outcome)).not.toContain("4761");
});

test("a read that echoes the card keeps it nowhere either", () => {
  const outcome = readReply(reply(echoing), transaction);
  expect(outcome.kind).toBe("answered");
  expect(JSON.stringify(outcome)).not.toMatch(/4761|947/);
});

test("a number of 19 digits, which is rounded when read, is masked", () => {
  const outcome = readReply(reply('{"refnum":3108000042,"result":4000000000000000006}'), transaction);
  expect(outcome).toMatchObject({ value: { refnum: "3108000042", result: "[card number]" } });
});

test.each([
  ["30569309025904", true],
  [card, true],
  ["3108000042", false],
  ["20261122123456789", false],
  ["84761736666666664", false],
])("the identifier %s is removed only when it is a card number as a whole", (key, isCard) => {
  const outcome = readMoneyAnswer(reply({ result_code: "A", key, refnum: key }));
  const kept = isCard ? undefined : key;
  expect(outcome).toMatchObject({ kind: "answered", transaction: { result_code: "A" } });
  expect(outcome.kind === "answered" && outcome.transaction.key).toBe(kept);
  expect(outcome.kind === "answered" && outcome.transaction.refnum).toBe(kept);
});

test("every test card is masked wherever the gateway puts it", () => {
  for (const { number } of testCards) {
    const outcome = readMoneyAnswer(
      reply({ result_code: "A", key: number, error: `x${number}x`, any: number }),
    );
    expect(JSON.stringify(outcome)).not.toContain(number);
  }
});
