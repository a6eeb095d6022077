import type { ServerResponse } from "node:http";

/** For tests only: every way a money command can end at the scripted gateway (fake-gateway.ts). */

export type Behavior = keyof typeof faults;

type Fault = {
  charges: boolean;
  answer(
    response: ServerResponse,
    transaction: Record<string, unknown>,
    sent: { authorization: string; body: Record<string, unknown> },
  ): void;
};

const refusal = {
  error: "A field is missing or has the wrong form.",
  errorcode: 21004,
  fields: { amount: "is required" },
};

/** Every way a money command can end, and whether the money moved. */
export const faults = {
  approve: {
    charges: true,
    answer: (response, transaction) => send(response, { ...transaction, is_duplicate: "N" }),
  },
  decline: {
    charges: false,
    answer: (response) =>
      send(response, {
        type: "transaction",
        key: "1nfd",
        result_code: "D",
        result: "Declined",
        error: "Card Declined",
        error_code: "10127",
      }),
  },
  "refuse-field": { charges: false, answer: (response) => send(response, refusal, 400) },
  "refuse-repeating": {
    charges: false,
    answer: (response, _, { body }) =>
      send(response, { ...refusal, error: `Invalid request: ${JSON.stringify(body)}` }, 400),
  },
  "refuse-repeating-header": {
    charges: false,
    answer: (response, _, { authorization }) => {
      const error = `Bad signature: ${authorization}, ${atob(authorization.slice(6))}`;
      send(response, { ...refusal, error }, 401);
    },
  },
  "too-many": {
    charges: false,
    answer: (response) => send(response, { error: "API Rate Limit Exceed", errorcode: 155 }, 429),
  },
  unauthorized: {
    charges: false,
    answer: (response) => send(response, { error: "Specified source key not found.", errorcode: 23 }, 401),
  },
  "reset-before": { charges: false, answer: (response) => response.destroy() },
  "reset-after-commit": { charges: true, answer: (response) => response.destroy() },
  silence: { charges: true, answer: () => undefined },
  half: {
    charges: true,
    answer: (response, transaction) => void response.end(JSON.stringify(transaction).slice(0, 20)),
  },
  "wrong-length": {
    charges: true,
    answer: (response) =>
      void response.writeHead(200, { "content-length": "9999" }).write("{", () => response.destroy()),
  },
  empty: { charges: true, answer: (response) => void response.end() },
  html: {
    charges: true,
    answer: (response) => void response.setHeader("content-type", "text/html").end("<h1>Bad gateway</h1>"),
  },
  "html-404": {
    charges: false,
    answer: (response) => void response.writeHead(404).end("<h1>Not found</h1>"),
  },
  "fault-500": {
    charges: true,
    answer: (response) => send(response, { error: "Internal", errorcode: 1 }, 500),
  },
  "fault-503": { charges: false, answer: (response) => void response.writeHead(503).end("busy") },
} as const satisfies Record<string, Fault>;

export function send(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
