import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { testCards } from "#lib/gateway/test-cards.ts";
import { createLog, maskCardNumbers } from "./log.ts";

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
    expect(JSON.parse(line)).toMatchObject({ creditcard: "[struck]", amount: "42.50" });
  });

  it("masks a card number in a message, a cause, a key and a bare number, and stays JSON", () => {
    const cause = new Error(`cannot parse ${card}`);
    const line = logged({
      err: new Error("4000 1000-1111 2224 failed", { cause }),
      n: Number(card),
      [card]: 1,
    });
    expect(line.replace(/\D/g, "")).not.toContain(card);
    expect(JSON.parse(line)).toMatchObject({ n: "[card number]", err: { message: "[card number] failed" } });
  });

  it("never prints what a library hangs on an error", () => {
    const error = Object.assign(new Error("insert failed"), {
      parameters: ["hunter2"],
      detail: "Key (x)=(hunter2)",
    });
    expect(logged({ err: error })).not.toContain("hunter2");
  });

  it("leaves times, amounts and references readable", () => {
    const line = JSON.stringify({ at: 1_795_000_000_120, sum: 123456.78, refnum: "124445", note: "4111" });
    expect(maskCardNumbers(line)).toBe(line);
  });

  it("masks every test card wherever it stands in a text", () => {
    const cards = fc.constantFrom(...testCards.map((entry) => entry.number));
    fc.assert(
      fc.property(cards, fc.string(), fc.string(), (number, before, after) => {
        const line = JSON.stringify({ text: `${before}x${number}x${after}` });
        const masked = maskCardNumbers(line);
        expect(masked).not.toContain(number);
        expect(() => JSON.parse(masked)).not.toThrow();
      }),
    );
  });
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
