import { type DestinationStream, type Logger, pino } from "pino";
import { currentRequest } from "./http/request-id.ts";
import { maskJson } from "./mask-json.ts";

const mark = process.env.CONSOLE_LOG_MARK ?? "";

/** The console's log: a JSON line an event on stdout. Secrets are removed by name, card numbers anywhere. */
export const log: Logger = createLog();

/** A log that writes to `destination` instead of stdout. Lines of a further gateway account name it. */
export function createLog(destination?: DestinationStream): Logger {
  const account = process.env.CONSOLE_ACCOUNT;
  const options = {
    base: account ? { gatewayAccount: account } : null,
    // Never epoch ms: a line of digits could pass for a card number.
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const request = currentRequest();
      return request === undefined ? {} : { request: request.id };
    },
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (entry: object) => redacted(entry, 0) as Record<string, unknown>, // an object goes in, so an object comes out
    },
    // In place of pino's own, which would take what is left of an error apart once more.
    serializers: { err: (plain: unknown) => plain },
    // The starter recognizes our lines by their mark (server/start/console-output.ts).
    hooks: { streamWrite: (line: string) => (destination ? "" : mark) + maskJson(line) },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** A value as the log would keep it: what is secret by its name is redacted. Card numbers in texts are left to `maskJson`. */
export function redactSecrets(value: unknown): unknown {
  return redacted(value, 0);
}

const REDACTED = "[redacted]";
const DEEPEST = 8;

const SECRET_NAMES = new Set(
  [
    "creditcard",
    "number",
    "cardNumber",
    "ccnum",
    "cvc",
    "cvv",
    "cvv2",
    "securityCode",
    "magstripe",
    "pin",
    "apiPin",
    "apiKey",
    "gatewayApiKey",
    "gatewayApiPin",
    "webhookKey",
    "oldWebhookKey",
    "authorization",
    "cookie",
    "setCookie",
    "password",
    "passwordHash",
    "secret",
    "metricsToken",
    "authSecret",
    "databaseUrl",
    "account",
    "routing",
    "accountNumber",
    "routingNumber",
    ...["acct", "acctNumber", "bankAccount", "bankAccountNumber", "iban", "micr"],
    ...["csc", "cardCode", "pan", "track1", "track2"],
  ].map(bare),
);

/** Names are the same however they are spelled: set-cookie, setCookie, SET_COOKIE. */
function bare(name: string): string {
  return name.replace(/[-_]/g, "").toLowerCase();
}

function redacted(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (value instanceof Error) return toPlainError(value, depth);
  if (depth >= DEEPEST) return "[too deep]";
  if (Array.isArray(value)) return value.map((item) => redacted(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET_NAMES.has(bare(name)) ? REDACTED : redacted(inner, depth + 1),
    ]),
  );
}

/** Of an error only its name, words and place: a library may hang the failed query's values on it. */
function toPlainError(error: unknown, depth: number): unknown {
  if (!(error instanceof Error)) return String(error);
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(error.cause === undefined || depth >= DEEPEST ? {} : { cause: toPlainError(error.cause, depth + 1) }),
  };
}
