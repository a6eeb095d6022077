import { endpoints } from "#lib/gateway/endpoints.ts";
import { env } from "#server/env.ts";
import type { Slot } from "./budget/broker.ts";
import { budget } from "./budget/budget.ts";
import { type Caller, currentCaller } from "./caller.ts";
import type { Exchange } from "./exchange.ts";
import { hostsToTry } from "./hosts-to-try.ts";
import type { MoneyOutcome } from "./outcome.ts";
import { isMoneyAnswer, isNotTaken, readMoneyAnswer } from "./read-answer.ts";
import { send } from "./send.ts";

/** What whoever keeps the books writes down on the way. Each is committed before the next step. */
export type Journey = {
  /** A name of its own, by which its place in line is found. */
  id: string;
  person: Caller;
  /** It goes now. False: it must not, and nothing is sent. */
  leaves(): Promise<boolean>;
  /** The gateway had no room and did not take it: it stands in line again. False: somebody else has moved on. */
  comesBack(): Promise<boolean>;
};

/**
 * Sends a money command once, when its turn has come. Another host is tried only while nothing has left this machine.
 * An answer that the limit is full means that nothing was taken: it goes to the head of the line, and is sent again.
 * `body` is the whole request as the contract has it, `command` included; it is never logged.
 */
export async function sendMoney(
  body: { command: string } & Record<string, unknown>,
  journey?: Journey,
): Promise<MoneyOutcome> {
  const { gatewayLineMs, gatewayTimeoutMs } = env();
  const caller = journey?.person ?? currentCaller() ?? { id: "console", name: "The console" };
  const base = {
    method: "POST",
    path: endpoints.processTransaction.path,
    body: JSON.stringify(body),
    timeoutMs: gatewayTimeoutMs,
    lane: "money",
    what: body.command,
    caller,
  } as const;
  const askedAt = performance.now();
  for (let isBack = false; ; isBack = true) {
    const linedUpAt = performance.now();
    const waitMs = Math.max(0, gatewayLineMs - (linedUpAt - askedAt));
    const admission = await budget().ask({ lane: "money", caller, id: journey?.id, waitMs, isBack });
    if (!admission.admitted) return { kind: "unsent", reason: admission.why };
    if (journey && !(await journey.leaves())) {
      await admission.slot.giveBack();
      return { kind: "unsent", reason: "gone" };
    }
    const lineMs = performance.now() - linedUpAt;
    const exchange = await sendToFirst({ ...base, lineMs }, admission.slot);
    if (!isNotTaken(exchange) || (journey && !(await journey.comesBack()))) return readMoneyAnswer(exchange);
  }
}

async function sendToFirst(letter: Parameters<typeof send>[1], slot: Slot): Promise<Exchange> {
  let last: Exchange = { kind: "unsent", reason: "unreachable" };
  for (const host of await hostsToTry()) {
    last = await send(host, letter, slot, isMoneyAnswer);
    if (last.kind !== "unsent") return last;
  }
  await slot.giveBack();
  return last;
}
