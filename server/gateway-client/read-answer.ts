import { z } from "zod";
import { maxJsonValues, parseJson } from "#lib/bounded-json.ts";
import { isResultCode } from "#lib/gateway/codes/result-codes.ts";
import { cutText } from "#lib/gateway/schemas/fields.ts";
import { token } from "#lib/gateway/schemas/token.ts";
import { type Transaction, transaction, transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { Exchange } from "./exchange.ts";
import { maskAnswer } from "./masking/mask-answer.ts";
import type { SentSecrets } from "./masking/sent-secrets.ts";
import type { GatewayError, MoneyOutcome } from "./outcome.ts";

/**
 * What an exchange means for money. `own`: what was sent, to be masked in the answer. What cannot be read for certain
 * is `unknown`, also a 4xx that is not the gateway's own.
 */
export function readMoneyAnswer(exchange: Exchange, own?: SentSecrets): MoneyOutcome {
  return readOutcome(exchange, own, (body) => body);
}

/** What the answer to saving a payment's card (contract: POST /tokens) means, in the form of an answer to `cc:save`. */
export function readTokenAnswer(exchange: Exchange, own?: SentSecrets): MoneyOutcome {
  return readOutcome(exchange, own, savedTransaction);
}

/** The saved card that a token answer names as a transaction; undefined where it names none. */
export function savedTransaction(body: unknown): Transaction | undefined {
  const { data } = token.safeParse(body);
  if (!data) return undefined;
  if (data.error) return { result_code: "E", result: "Error", error: data.error };
  const key = data.cardref ?? data.key;
  if (!key) return undefined;
  const savedcard = { type: data.card_type, key, cardnumber: data.masked_card_number };
  return { result_code: "A", result: "Saved", savedcard };
}

function readOutcome(
  exchange: Exchange,
  own: SentSecrets | undefined,
  toAnswer: (body: unknown) => unknown,
): MoneyOutcome {
  if (exchange.kind === "unsent") return exchange;
  if (exchange.kind === "lost") return { kind: "unknown", reason: exchange.reason };
  if (exchange.status >= 500) return { kind: "unknown", reason: "server-error" };
  const body = readJson(exchange.body, own);
  const error = readRefusal(exchange.status, body);
  if (error) return { kind: "refused", error, tookMs: exchange.tookMs };
  // A field beyond the contract could repeat the request in any form: none is kept of what follows a payment.
  const read = transaction.safeParse(keepKnown(transactionDetail, toAnswer(body)));
  if (exchange.status >= 300 || !read.success || !isPlausible(read.data))
    return { kind: "unknown", reason: "unreadable" };
  return { kind: "answered", transaction: read.data, tookMs: exchange.tookMs };
}

/** An odd answer proves nothing: whether money moved is then found out by reading. `cc:save` has no key. */
function isPlausible({ result_code, key, auth_amount }: Transaction): boolean {
  const isKey = key === undefined || /^[\w-]{1,64}$/.test(key);
  return isKey && isResultCode(result_code) && !auth_amount?.startsWith("-");
}

/** The gateway's own word that its limit is full (contract: Errors): the command was not taken. */
export function isNotTaken(exchange: Exchange): boolean {
  return exchange.kind === "reply" && exchange.status === 429 && isContractRefusal(exchange);
}

/** Whether it is the gateway's own refusal, which proves that nothing was done. */
export function isContractRefusal(exchange: Exchange): boolean {
  return exchange.kind === "reply" && readRefusal(exchange.status, readJson(exchange.body)) !== undefined;
}

/** Whether an answer to a money command is one of the gateway's own. */
export function isMoneyAnswer(reply: Extract<Exchange, { kind: "reply" }>): boolean {
  return reply.status < 500 && readMoneyAnswer(reply).kind !== "unknown";
}

export function isTokenAnswer(reply: Extract<Exchange, { kind: "reply" }>): boolean {
  return reply.status < 500 && readTokenAnswer(reply).kind !== "unknown";
}

/** Only the contract's error form proves that nothing happened: any proxy may answer {"error"}, also after the gateway took it. */
function readRefusal(status: number, body: unknown): GatewayError | undefined {
  const isDoubtful = (status >= 300 && status < 400) || status === 408;
  const error = isDoubtful ? undefined : readGatewayError(status, body);
  return error?.code === undefined ? undefined : error;
}

/** The second error shape: `error` and `errorcode` without a `result_code`; undefined for anything else. */
function readGatewayError(status: number, body: unknown): GatewayError | undefined {
  if (typeof body !== "object" || body === null || !("error" in body) || "result_code" in body)
    return undefined;
  if (status < 400 && !("errorcode" in body)) return undefined;
  const code =
    "errorcode" in body && /^\d+$/.test(String(body.errorcode)) ? Number(body.errorcode) : undefined;
  return {
    status,
    message: typeof body.error === "string" && body.error ? cutText(body.error) : `HTTP ${status}`,
    code,
    fields: "fields" in body ? textRecord(body.fields) : {},
  };
}

/**
 * Any read: the value by the endpoint's schema, or why it can't be read. `own`: what a refusal must not repeat. An answer of
 * more than `maxValues` JSON values, or of more text than these have, is unreadable: masking and checking it would hold up the whole console.
 */
export function readReply<Reply extends z.ZodType>(
  exchange: Exchange,
  reply: Reply,
  own: SentSecrets = {},
  maxValues = maxJsonValues,
):
  | { kind: "answered"; value: z.output<Reply>; tookMs: number }
  | { kind: "refused"; error: GatewayError }
  | { kind: "unavailable"; reason: string; status?: number } {
  if (exchange.kind !== "reply") return { kind: "unavailable", reason: exchange.reason };
  const isRefusal = exchange.status >= 400 || exchange.body.includes('"errorcode"');
  // Elsewhere a value may equal the PIN by chance.
  const body = readJson(exchange.body, isRefusal ? own : undefined, maxValues);
  const error = readGatewayError(exchange.status, body);
  if (error) return { kind: "refused", error };
  const { status } = exchange;
  if (status >= 400) return { kind: "unavailable", reason: `status ${status}`, status };
  // A receipt may come as bare base64 instead of a JSON string.
  const read = reply.safeParse(body ?? readBare(exchange.body));
  if (!read.success) return { kind: "unavailable", reason: "unreadable" };
  return { kind: "answered", value: read.data, tookMs: exchange.tookMs };
}

/** JSON that could not be read is not taken for a text. */
const readBare = (text: string) =>
  /^\s*[[{]/.test(text) || isTooLong(text, maxJsonValues) ? undefined : maskAnswer(text);

function readJson(text: string, own?: SentSecrets, maxValues = maxJsonValues): unknown {
  if (isTooLong(text, maxValues)) return undefined;
  try {
    return maskAnswer(parseJson(text, { maxValues }), own);
  } catch {
    return undefined;
  }
}

/** A megabyte for one payment. A value has 50 characters on average at most, with its name. */
const isTooLong = (text: string, maxValues: number) => text.length > 50 * maxValues;

function textRecord(value: unknown): Record<string, string> {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([path, reason]) => [path, cutText(String(reason))]));
}

/** The value without fields that the schema does not name, at any depth. Records keep theirs. */
function keepKnown(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodOptional) return keepKnown(schema.unwrap(), value);
  if (schema instanceof z.ZodPipe) return keepKnown(schema.out, value);
  if (schema instanceof z.ZodArray)
    return Array.isArray(value) ? value.map((item) => keepKnown(schema.element, item)) : value;
  if (!(schema instanceof z.ZodObject) || typeof value !== "object" || value === null) return value;
  const shape: Record<string, unknown> = schema.shape;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      Object.hasOwn(shape, name) ? [[name, keepKnown(shape[name], inner)]] : [],
    ),
  );
}
