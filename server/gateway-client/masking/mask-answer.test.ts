import { expect, test } from "vitest";
import { z } from "zod";
import { transaction } from "#lib/gateway/schemas/transaction.ts";
import { testCards } from "#lib/gateway/test-cards.ts";
import type { Exchange } from "../exchange.ts";
import { readMoneyAnswer, readReply } from "../read-answer.ts";

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

test("bank account and routing numbers keep their last four digits, under any name that the gateway gives them", () => {
  const check = {
    account: "1000006789",
    routing: "121000248",
    accountholder: "Ada",
    account_number: 1000006789,
  };
  const outcome = readReply(reply({ check, bank_account: "10 0000 6789", acct: "1234" }), transaction);
  expect(outcome).toMatchObject({
    value: {
      check: {
        account: "xxxxxx6789",
        routing: "xxxxx0248",
        accountholder: "Ada",
        account_number: "xxxxxx6789",
      },
      bank_account: "xxxxxx6789",
      acct: "xxxx",
    },
  });
});

test("an account number behind its routing number is masked in any text", () => {
  for (const text of ["121000248 1000006789", "⑆121000248⑆ 1000006789⑈", "121000248/1000006789"]) {
    const outcome = readReply(
      reply({ comments: `see ${text} [1234-5678]`, check: { banknote: text } }),
      transaction,
    );
    expect(JSON.stringify(outcome)).not.toContain("1000006789");
    expect(outcome).toMatchObject({ value: { comments: expect.stringMatching(/\[1234-5678\]$/) } });
  }
  const other = { refnum: "121000248", comments: "order 121000249 12345, paid 2026-11-22" };
  expect(readReply(reply(other), transaction)).toMatchObject({ value: other });
});

test("the numbers that were sent are masked in the answer, also those that look like no card", () => {
  const own = { card: "1000000000000008", account: "1000006789" };
  const answer = {
    ...{ result_code: "D", key: "1nfabcdefghijkl", refnum: "3108000042", auth_amount: "1000.00" },
    error: "Account 1000-006-789 is closed",
    comments: "card 1000 0000 0000 0008 [1234-5678]",
    custom_fields: { 1: 1000006789, 1000000000000008: "x" },
    iccdata: "9F1000000000000008",
  };
  const outcome = readMoneyAnswer(reply(answer), own);
  expect(outcome).toMatchObject({
    transaction: {
      key: "1nfabcdefghijkl",
      refnum: "3108000042",
      error: "Account [account number] is closed",
      comments: "card [card number] [1234-5678]",
    },
  });
  expect(JSON.stringify(outcome)).not.toMatch(/1000006789|1000-006-789|1000000000000008|0000 0008/);
});

const base64 = (text: string) => Buffer.from(text, "utf8").toString("base64");

test.each([
  ["in plain text", `<html><body><p>Card ${card}</p></body></html>`],
  ["with tags between its digits", "<p>4761<b>7366</b><span class='x'>6666</span>6664</p>"],
  ["with a comment between its digits", "<p>4761<!-- x -->7366 6666 6664 for you</p>"],
  ["one group to a cell", "<tr><td>4761</td><td>7366</td>\n<td>6666</td><td>6664</td></tr>"],
  ["as entities", `<p>${card.replace(/\d/g, (digit) => `&#x3${digit};`)} thank you</p>`],
  ["in an attribute", `<p><img alt="${card}"> thank you for the visit</p>`],
])("a receipt with a card number %s is not passed on, quoted or bare", (_, html) => {
  const mask = { kind: "answered", value: "[card number]" };
  expect(readReply(reply(base64(html)), z.string())).toMatchObject(mask);
  expect(readReply(reply(JSON.stringify(base64(html))), z.string())).toMatchObject(mask);
  const nested = readReply(reply({ receipts: { customer: base64(html) } }), transaction);
  expect(nested).toMatchObject({ value: { receipts: { customer: "[card number]" } } });
});

test("a receipt with amounts, dates and a masked card is passed on unchanged", () => {
  const rows = Array.from(
    { length: 40 },
    (_, n) => `<tr><td>${n}</td><td>${n * 7}.50</td><td>4${n}.00</td></tr>`,
  );
  const html = `<p>11/22/2026 14:12:33</p><p>xxxxxxxxxxxx6664</p><table>${rows.join("")}</table><p>№ 3108000042 ✓</p>`;
  const text = base64(html);
  expect(readReply(reply(JSON.stringify(text)), z.string())).toMatchObject({ value: text });
});

test("a card number in pieces of a list, or as a number with a fraction, is masked", () => {
  const pieces = ["4761", "7366", "6666", "6664"];
  const odd = {
    pieces,
    digits: [...card].map(Number),
    share: Number(`${card}.5`),
    amount: 47617366666666.64,
  };
  const outcome = readReply(
    reply({ ...odd, csc: "947", card_code: 947, rate: 2.75, counts: [12, 34] }),
    transaction,
  );
  expect(JSON.stringify(outcome)).not.toMatch(/4761|947|"4","?7/);
  expect(outcome).toMatchObject({ value: { rate: 2.75, counts: [12, 34] } });
});

test("every test card is masked wherever the gateway puts it", () => {
  for (const { number } of testCards) {
    const outcome = readMoneyAnswer(
      reply({ result_code: "A", key: number, error: `x${number}x`, any: number }),
    );
    expect(JSON.stringify(outcome)).not.toContain(number);
  }
});
