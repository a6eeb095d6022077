import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { exchange } from "./exchange.ts";
import { isNotTaken, readMoneyAnswer } from "./read-answer.ts";

/** A server of bare sockets, so that an answer can be anything at all. */
let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  server?.close();
  server = undefined;
});

async function send(act: (socket: Socket) => void, on: "connection" | "request" | "first-byte" = "request") {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    if (on === "connection") return act(socket);
    let text = "";
    const read = (chunk: Buffer) => {
      text += chunk;
      if (on === "request" && !text.endsWith("}")) return;
      socket.off("data", read);
      act(socket);
    };
    socket.on("data", read);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("no port");
  return exchange({
    method: "POST",
    url: new URL(`http://127.0.0.1:${address.port}/api/v2/transactions`),
    authorization: "Basic x",
    body: '{"command":"sale"}',
    timeoutMs: 400,
    usesFreshConnection: true,
  });
}

const approved = '{"type":"transaction","key":"1nf","result_code":"A"}';
const refusal = (code: number) => `{"error":"No","errorcode":${code}}`;
const answer =
  (status: string, body: string, length = body.length) =>
  (socket: Socket) => {
    socket.end(
      `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`,
    );
  };
const drip = (socket: Socket) => {
  socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n`);
  // Never idle for long: only a deadline for the whole ends it.
  const timer = setInterval(() => socket.write(" "), 20);
  socket.on("close", () => clearInterval(timer));
};

test.each<[string, Parameters<typeof send>[0], string, ("connection" | "request" | "first-byte")?]>([
  ["a reset in the middle of the request", (socket) => socket.resetAndDestroy(), "unknown", "first-byte"],
  ["a reset after the request", (socket) => socket.resetAndDestroy(), "unknown"],
  ["an empty reply", (socket) => socket.end(), "unknown"],
  ["no headers in time", () => undefined, "unknown"],
  ["a slow drip", drip, "unknown"],
  ["half the JSON", answer("200 OK", approved.slice(0, 30)), "unknown"],
  ["JSON, then garbage", answer("200 OK", `${approved}<!-- -->`), "unknown"],
  ["a length that is too long", answer("200 OK", approved, 5000), "unknown"],
  ["a length that is too short", answer("200 OK", approved, 20), "unknown"],
  ["an HTML page with 200", answer("200 OK", "<h1>Hello</h1>"), "unknown"],
  ["a redirect", answer("302 Found", approved), "unknown"],
  ["no HTTP at all", (socket) => socket.end("SSH-2.0-OpenSSH\r\n"), "unknown"],
  ["500 with the gateway's error form", answer("500 Oops", refusal(1)), "unknown"],
  ["502 of a proxy", answer("502 Bad Gateway", "<h1>Bad</h1>"), "unknown"],
  ["503", answer("503 Busy", ""), "unknown"],
  ["504", answer("504 Gateway Timeout", "{}"), "unknown"],
  ["a proxy's page with 403", answer("403 Forbidden", "<h1>No</h1>"), "unknown"],
  ["a proxy's JSON with 403", answer("403 Forbidden", '{"error":"Forbidden"}'), "unknown"],
  ["408 in the gateway's error form", answer("408 Request Timeout", refusal(9)), "unknown"],
  ["429 of a proxy", answer("429 Too Many", "slow down"), "unknown"],
  ["429 of the gateway", answer("429 API Rate Limit Exceed", refusal(155)), "refused"],
  ["401 of the gateway", answer("401 Unauthorized", refusal(23)), "refused"],
  ["400 of the gateway", answer("400 Bad Request", refusal(21004)), "refused"],
  ["404 of the gateway", answer("404 Not Found", refusal(47)), "refused"],
  ["413 of the gateway", answer("413 Too Large", refusal(21005)), "refused"],
  ["a negative amount", answer("200 OK", `${approved.slice(0, -1)},"auth_amount":"-5.00"}`), "unknown"],
  ["an unknown result code", answer("200 OK", approved.replace('"A"', '"X"')), "unknown"],
  ["a malformed key", answer("200 OK", approved.replace("1nf", "../../x")), "unknown"],
  ["a whole transaction", answer("200 OK", approved), "answered"],
])("a money command that meets %s", async (_, act, outcome, on) => {
  expect(readMoneyAnswer(await send(act, on)).kind).toBe(outcome);
});

test("only the gateway's own 429 lets a payment be sent again", async () => {
  expect(isNotTaken(await send(answer("429 API Rate Limit Exceed", refusal(155))))).toBe(true);
  server?.close();
  expect(isNotTaken(await send(answer("429 Too Many", '{"error":"slow down"}')))).toBe(false);
});

test("a wait that the gateway asks for is read when it is given in seconds", async () => {
  const reply = await send((socket) => {
    socket.end(`HTTP/1.1 429 x\r\nretry-after: 7\r\ncontent-length: 2\r\n\r\n{}`);
  });
  expect(reply).toMatchObject({ kind: "reply", retryAfterMs: 7000 });
});

test("a connection that is reset before anything was written is never called an answer", async () => {
  const outcome = readMoneyAnswer(await send((socket) => void socket.resetAndDestroy(), "connection"));
  // Whether our first byte had left by then is a race that the machine decides.
  expect(["unsent", "unknown"]).toContain(outcome.kind);
});
