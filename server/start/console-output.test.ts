import { expect, test } from "vitest";
import { toOutputLine } from "./console-output.ts";

const mark = "mark-5d8f ";
const ready = { mark, account: undefined, isReady: true };
const starting = { ...ready, isReady: false };
const now = new Date("2026-11-23T12:00:00Z");

test("a line of the console's own log is passed on unchanged", () => {
  const line = '{"level":"info","msg":"gateway"}';
  expect(toOutputLine(`${mark}${line}`, ready, now)).toBe(line);
});

test.each([
  ['{"level":"fatal","msg":"hi"}', '{"level":"fatal","msg":"hi"}'],
  ["pan 4000 1000 1111 2224 cvc 937", "pan [card number] cvc [security code]"],
  [
    'SyntaxError: [{"number":"4000100011112224","cvc":"937"',
    'SyntaxError: [{"number":"[card number]","cvc":"[security code]"',
  ],
  ["x4000100011112224", "x[card number]"],
])("the foreign line %s becomes one event, masked", (line, msg) => {
  const event = { level: "warn", time: "2026-11-23T12:00:00.000Z", from: "next", msg };
  expect(JSON.parse(toOutputLine(line, ready, now))).toEqual(event);
});

test("before the console is ready, its lines are plain text, masked", () => {
  expect(toOutputLine("Port 3000 is in use", starting)).toBe("Port 3000 is in use");
  expect(toOutputLine("4000100011112224", starting)).toBe("[card number]");
});

test("a foreign line of a further account names it", () => {
  expect(JSON.parse(toOutputLine("x", { ...ready, account: "shop-2" }, now))).toMatchObject({
    gatewayAccount: "shop-2",
    msg: "x",
  });
});
