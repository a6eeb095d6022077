import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { testCards } from "#lib/gateway/test-cards.ts";
import { createLog } from "./log.ts";
import { maskJson } from "./mask-json.ts";

const card = "4000100011112224";

describe("the log", () => {
  it("strikes what its name says is secret, at any depth and in any spelling", () => {
    const line = logged({
      creditcard: { number: card, cvc: "123" },
      request: { headers: [{ Authorization: "Basic abc", "set-cookie": "sid=1" }] },
      GATEWAY_API_PIN: "9911",
      amount: "42.50",
    });
    expect(line).not.toMatch(/123"|Basic|sid=1|9911/);
    expect(JSON.parse(line)).toMatchObject({ creditcard: "[redacted]", amount: "42.50" });
  });

  it("masks a card number in a message, a cause, a key and a bare number, and stays JSON", () => {
    const cause = new Error(`cannot parse ${card}`);
    const line = logged({
      err: new Error("4000 1000-1111 2224 failed", { cause }),
      spelled: [
        "4000.1000.1111.2224 12/28",
        "４０００１０００１１１１２２２４",
        "Order 7 4000–1000–1111–2224",
      ],
      n: Number(card),
      [card]: 1,
    });
    expect(line.replace(/\D/g, "")).not.toContain(card);
    expect(JSON.parse(line)).toMatchObject({
      n: "[card number]",
      spelled: ["[card number]", "[card number]", "Order [card number]"],
      err: { message: "[card number] failed" },
    });
  });

  it("never prints what a library hangs on an error", () => {
    const error = Object.assign(new Error("insert failed"), {
      parameters: ["hunter2"],
      detail: "Key (x)=(hunter2)",
    });
    expect(logged({ err: error })).not.toContain("hunter2");
  });

  it("leaves times, amounts and references readable", () => {
    const line = JSON.stringify({ at: 1_792_000_000_120, sum: 123456.78, refnum: "124445", note: "4111" });
    expect(maskJson(line)).toBe(line);
  });

  it.each([
    ["an unclosed string of escaped quotes", `{"a":"${'\\"'.repeat(125_000)}`],
    ["quotes", '"'.repeat(250_000)],
    ["digits", "4".repeat(250_000)],
    ["numbers", "4000100011112224,".repeat(15_000)],
    ["short numbers", "1,".repeat(125_000)],
    ["a string of digits", JSON.stringify("4 ".repeat(125_000))],
  ])("masks a quarter of a megabyte of %s in linear time", (_, text) => {
    // Quadratic time is half a minute. Processor time: another process may hold the machine meanwhile.
    const began = process.cpuUsage();
    maskJson(text);
    expect(process.cpuUsage(began).user).toBeLessThan(5_000_000);
  });

  it("masks text that is no JSON, and a number that JSON.parse would round", () => {
    expect(maskJson('{"a":"open 4000100011112224')).toBe('{"a":"open [card number]');
    expect(maskJson("4000100011112224 and 12.4000100011112224")).toBe(
      '"[card number]" and 12.4000100011112224',
    );
    expect(maskJson('{"n":4000000000000000006}')).toBe('{"n":"[card number]"}');
  });

  it("survives an error that causes itself", () => {
    const error = new Error("round");
    error.cause = error;
    expect(logged({ err: error })).toContain("round");
  });

  it("masks every test card anywhere in a text", () => {
    const cards = fc.constantFrom(...testCards.map((entry) => entry.number));
    fc.assert(
      fc.property(cards, fc.string(), fc.string(), (number, before, after) => {
        const line = JSON.stringify({ text: `${before}x${number}x${after}` });
        const masked = maskJson(line);
        expect(masked).not.toContain(number);
        expect(() => JSON.parse(masked)).not.toThrow();
      }),
    );
  });
});

it("a log line of a further gateway account names it", () => {
  expect(JSON.parse(logged({ x: 1 }))).not.toHaveProperty("gatewayAccount");
  vi.stubEnv("CONSOLE_ACCOUNT", "shop-2");
  expect(JSON.parse(logged({ x: 1 }))).toMatchObject({ gatewayAccount: "shop-2", x: 1 });
  vi.unstubAllEnvs();
});

function logged(entry: object): string {
  let line = "";
  const destination = {
    write: (text: string) => {
      line += text;
    },
  };
  createLog(destination).info(entry, "event");
  return line.trim();
}
