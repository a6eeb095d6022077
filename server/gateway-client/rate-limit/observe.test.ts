import { expect, test } from "vitest";
import type { Exchange } from "../exchange.ts";
import { noteExchange } from "./observe.ts";
import { emptyState } from "./state.ts";

const reply: Exchange = {
  kind: "reply",
  status: 200,
  body: "",
  tookMs: 5,
  rateLimit: undefined,
  retryAfterMs: undefined,
};
const lost: Exchange = { kind: "lost", reason: "reset" };
const refused: Exchange = { kind: "unsent", reason: "refused" };

/** What the header shows after these exchanges, each a second after the one before. */
function pulseAfter(...exchanges: { exchange: Exchange; isMoney: boolean }[]) {
  const state = emptyState(0);
  for (const [index, { exchange, isMoney }] of exchanges.entries())
    noteExchange(state, "id", { host: "h", what: "w", exchange, readable: true, isMoney }, index * 1000);
  return { reachable: state.pulse?.reachable, paymentLost: state.pulse?.paymentLost };
}

const read = (exchange: Exchange) => ({ exchange, isMoney: false });
const pay = (exchange: Exchange) => ({ exchange, isMoney: true });

test.each([
  ["one payment without an answer", [read(reply), pay(lost)], { reachable: true, paymentLost: true }],
  [
    "a payment without an answer, then a read with one",
    [read(reply), pay(lost), read(reply)],
    { reachable: true, paymentLost: true },
  ],
  [
    "a payment without an answer, then one with it",
    [read(reply), pay(lost), pay(reply)],
    { reachable: true, paymentLost: false },
  ],
  [
    "a payment and a read without an answer",
    [read(reply), pay(lost), read(lost)],
    { reachable: false, paymentLost: true },
  ],
  ["a payment that could not be sent", [read(reply), pay(refused)], { reachable: false, paymentLost: false }],
  ["nothing but a payment without an answer", [pay(lost)], { reachable: false, paymentLost: true }],
])("after %s the header tells whether the gateway is down", (_, exchanges, pulse) => {
  expect(pulseAfter(...exchanges)).toEqual(pulse);
});
