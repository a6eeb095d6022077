import { z } from "zod";
import { isToken } from "#lib/gateway/card-number.ts";
import { endpoints } from "#lib/gateway/endpoints.ts";
import { env } from "#server/env.ts";
import { failpoint } from "#server/failpoint.ts";
import { type Caller, currentCaller, noteSent } from "./caller.ts";
import type { Exchange } from "./exchange.ts";
import { hostsToTry } from "./hosts-to-try.ts";
import type { SentSecrets } from "./masking/sent-secrets.ts";
import type { MoneyOutcome } from "./outcome.ts";
import { limiter } from "./rate-limit/limiter.ts";
import type { Permit } from "./rate-limit/permit.ts";
import { isMoneyAnswer, isNotTaken, isTokenAnswer, readMoneyAnswer, readTokenAnswer } from "./read-answer.ts";
import { dayLimitText } from "./report.ts";
import { send } from "./send.ts";

/** Steps that the caller commits while a command is on its way. Each is committed before the next. */
export type SendHooks = {
  /** Identifies it in the queue. */
  id: string;
  person: Caller;
  /** It is about to be sent. False: it must not be, and nothing is sent. */
  onSending(): Promise<boolean>;
  /** The gateway's limit was full and it took nothing: it is queued again. False: another process has taken over. */
  onRequeued(): Promise<boolean>;
};

/**
 * Sends a money command once, when its turn has come. Another host is tried only while nothing has left this machine.
 * An answer that the limit is full means that nothing was taken: it is queued first and sent again.
 * `body` is the whole request as in the contract, `command` included; it is never logged.
 */
export async function sendMoney(
  body: { command: string } & Record<string, unknown>,
  hooks?: SendHooks,
): Promise<MoneyOutcome> {
  return await sendRecorded(body.command, body, hooks, moneyEndpoint);
}

/** Saves the card of an earlier payment (`trankey`), sent with the rules of `sendMoney`. The outcome is that of a saved card. */
export async function sendTokenRequest(body: { trankey: string }, hooks: SendHooks): Promise<MoneyOutcome> {
  return await sendRecorded("createTokens", body, hooks, tokenEndpoint);
}

const moneyEndpoint: { path: string; isAnswer: typeof isMoneyAnswer; readAnswer: typeof readMoneyAnswer } = {
  path: endpoints.processTransaction.path,
  isAnswer: isMoneyAnswer,
  readAnswer: readMoneyAnswer,
};
const tokenEndpoint: typeof moneyEndpoint = {
  path: endpoints.createTokens.path,
  isAnswer: isTokenAnswer,
  readAnswer: readTokenAnswer,
};

async function sendRecorded(
  what: string,
  body: Record<string, unknown>,
  hooks: SendHooks | undefined,
  { path, isAnswer, readAnswer }: typeof moneyEndpoint,
): Promise<MoneyOutcome> {
  const { gatewayQueueMs, gatewayTimeoutMs } = env();
  const caller = hooks?.person ?? currentCaller() ?? { id: "console", name: "The console" };
  const base = {
    method: "POST",
    path,
    body: JSON.stringify(body),
    timeoutMs: gatewayTimeoutMs,
    priority: "money",
    what,
    caller,
  } as const;
  const askedAt = performance.now();
  for (let isRetry = false; ; isRetry = true) {
    const queuedAt = performance.now();
    const waitMs = Math.max(0, gatewayQueueMs - (queuedAt - askedAt));
    const admission = await limiter().ask({ priority: "money", caller, id: hooks?.id, waitMs, isRetry });
    if (!admission.admitted) {
      const why = admission.why === "late" ? await limiter().read(dayLimitText) : undefined;
      return { kind: "unsent", reason: admission.why, ...(why && { why }) };
    }
    if (hooks && !(await hooks.onSending())) {
      await admission.permit.release();
      return { kind: "unsent", reason: "gone" };
    }
    failpoint("gateway.about-to-send");
    const queuedMs = performance.now() - queuedAt;
    const exchange = await sendToFirst({ ...base, queuedMs }, admission.permit, isAnswer);
    if (exchange.kind !== "unsent") noteSent();
    if (!isNotTaken(exchange) || (hooks && !(await hooks.onRequeued())))
      return readAnswer(exchange, secretsIn(body));
  }
}

/** What the gateway must not repeat in its answer. A token may be shown. */
function secretsIn(body: Record<string, unknown>): SentSecrets {
  const { creditcard, check } = sentNumbers.parse(body);
  const { apiKey, apiPin } = env().gateway;
  const card = creditcard?.number ?? "";
  return {
    card: isToken(card) ? "" : card.replace(/\D/g, ""),
    account: check?.account.replace(/\D/g, "") ?? "",
    code: creditcard?.cvc ?? "",
    credential: [apiKey, apiPin],
    request: body,
  };
}

const sentNumbers = z.object({
  creditcard: z
    .object({ number: z.string().catch(""), cvc: z.string().catch("") })
    .optional()
    .catch(undefined),
  check: z.object({ account: z.string() }).optional().catch(undefined),
});

async function sendToFirst(
  request: Parameters<typeof send>[1],
  permit: Permit,
  isAnswer: typeof isMoneyAnswer,
): Promise<Exchange> {
  let last: Exchange = { kind: "unsent", reason: "unreachable" };
  for (const host of await hostsToTry()) {
    last = await send(host, request, permit, isAnswer);
    if (last.kind !== "unsent") return last;
  }
  await permit.release();
  return last;
}
