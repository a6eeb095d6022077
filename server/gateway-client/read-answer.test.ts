import { describe, expect, it } from "vitest";
import { z } from "zod";
import { endpoints } from "#lib/gateway/endpoints.ts";
import { keysOf } from "#lib/keys-of.ts";
import type { Exchange } from "./exchange.ts";
import { isMoneyAnswer, readMoneyAnswer, readReply } from "./read-answer.ts";

const replyOf = (body: string): Extract<Exchange, { kind: "reply" }> => ({
  kind: "reply",
  status: 200,
  body,
  rateLimit: undefined,
  retryAfterMs: undefined,
  tookMs: 1,
});

/** Processor time: another process may hold the machine meanwhile. */
function secondsOf(act: () => void): number {
  const began = process.cpuUsage();
  act();
  return process.cpuUsage(began).user / 1_000_000;
}

const zeros = (count: number) => `${"0,".repeat(count - 1)}0`;
const keys = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":1`).join();
const approved = '"result_code":"A","key":"k1","refnum":"1","auth_amount":"1.00"';

/** As long as an answer can be. */
const hostile = [
  ["a list of four million zeros", `{"type":"list","limit":20,"data":[${zeros(4_000_000)}]}`],
  ["a bare list of four million zeros", `[${zeros(4_000_000)}]`],
  ["an approval and four million zeros", `{${approved},"x":[${zeros(4_000_000)}]}`],
  ["an approval and half a million fields", `{${approved},${keys(500_000)}}`],
  ["an approval of two million empty line items", `{${approved},"lineitems":[${"{},".repeat(2_000_000)}{}]}`],
  ["four million zeros in an error", `{"error":"no","errorcode":1,"fields":[${zeros(4_000_000)}]}`],
  ["eight megabytes of base64", JSON.stringify({ error: "NDc2MTczNjY2NjY2NjY2NA".repeat(370_000) })],
  ["an approval and eight megabytes of digits", `{${approved},"comments":"${"4 ".repeat(4_000_000)}"}`],
  ["eight megabytes of bare base64", "NDc2MTczNjY2NjY2NjY2NA".repeat(370_000)],
] as const;

describe.each(hostile)("%s", (_, body) => {
  it("leaves a payment unknown, at once", () => {
    const took = secondsOf(() => {
      expect(readMoneyAnswer(replyOf(body))).toEqual({ kind: "unknown", reason: "unreadable" });
      expect(isMoneyAnswer(replyOf(body))).toBe(false);
    });
    expect(took).toBeLessThan(10);
  });

  it.each(["getTransaction", "listBatchTransactions", "getReceipt", "uploadBulk", "createTokens"] as const)(
    "is unreadable at once, read as %s",
    (name) => {
      const took = secondsOf(() =>
        expect(readReply(replyOf(body), endpoints[name].reply)).toEqual({
          kind: "unavailable",
          reason: "unreadable",
        }),
      );
      expect(took).toBeLessThan(10);
    },
  );
});

it("a list of the most payments that are asked for at once is read, and no longer one", () => {
  const page = (count: number) => {
    const data = Array.from({ length: count }, (_, n) => ({ key: `k${n}`, amount: "1.00", invoice: `${n}` }));
    return readReply(replyOf(JSON.stringify({ data })), endpoints.listBatchTransactions.reply);
  };
  expect(page(1000)).toMatchObject({ kind: "answered", value: { data: { length: 1000 } } });
  expect(page(1001)).toEqual({ kind: "unavailable", reason: "unreadable" });
});

it("gives the status of an HTTP error that isn't the gateway's own refusal", () => {
  const missing = { ...replyOf("<h1>Not found</h1>"), status: 404 };
  expect(readReply(missing, z.unknown())).toEqual({
    kind: "unavailable",
    reason: "status 404",
    status: 404,
  });
});

it("an answer may have as many values as its caller expects", () => {
  const body = JSON.stringify(Array.from({ length: 30_000 }, (_, n) => n % 7));
  const list = z.array(z.number());
  expect(readReply(replyOf(body), list)).toEqual({ kind: "unavailable", reason: "unreadable" });
  expect(readReply(replyOf(body), list, {}, 30_010)).toMatchObject({ kind: "answered" });
});

it("every list that is wrong in each item is refused with few issues", () => {
  const body = { data: Array.from({ length: 4000 }, () => 0) };
  for (const name of keysOf(endpoints))
    expect(endpoints[name].reply.safeParse(body).error?.issues.length ?? 0).toBeLessThan(1100);
});
