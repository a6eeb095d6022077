import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { goodCard, type RunningSandbox, startSandbox } from "#e2e/support/sandbox.ts";
import { authorization } from "#lib/gateway/signature.ts";

describe("a connection", () => {
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox?.stop());

  const open = () => connect({ port: Number(new URL(sandbox.url).port), host: "127.0.0.1", noDelay: true });
  const signed = () =>
    `Host: 127.0.0.1\r\nAuthorization: ${authorization(sandbox.key, sandbox.pin, "seed", (text) =>
      createHash("sha256").update(text).digest("hex"),
    )}\r\n`;
  const get = (path: string, fields = "") => `GET ${path} HTTP/1.1\r\n${signed()}${fields}\r\n`;
  const post = (body: unknown, fields = "") => {
    const text = JSON.stringify(body);
    const length = `Content-Length: ${Buffer.byteLength(text)}\r\n`;
    return `POST /api/v2/transactions HTTP/1.1\r\n${signed()}${fields}${length}\r\n${text}`;
  };
  const page = (limit: number) => get(`/api/v2/transactions?limit=${limit}`);
  const sale = (orderid: string) => ({ command: "sale", amount: "1.00", orderid, creditcard: goodCard });

  /** Requests of many kinds, each with a pattern that only its own response matches. */
  const mixed = (): [request: string, answer: RegExp][] => [
    [page(11), /^HTTP\/1\.1 200 .*"limit":11\b/s],
    [post({ command: "sale" }), /^HTTP\/1\.1 400 .*"fields"/s],
    [get("/api/v2/transactions?limit=12", "Expect: roses\r\n"), /^HTTP\/1\.1 200 .*"limit":12\b/s],
    [page(13), /^HTTP\/1\.1 200 .*"limit":13\b/s],
    [get("/_sandbox/state"), /^HTTP\/1\.1 200 .*"transactions":/s],
    [post({ command: "cc:nonsense", comments: "Zoë 🌷" }), /^HTTP\/1\.1 400 .*"errorcode"/s],
    [`DELETE /api/v2/batches HTTP/1.1\r\n${signed()}\r\n`, /^HTTP\/1\.1 404 /],
    [
      `POST /api/v2/transactions HTTP/1.1\r\n${signed()}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      /^HTTP\/1\.1 400 .*"fields"/s,
    ],
    [page(14), /^HTTP\/1\.1 200 .*"limit":14\b/s],
    ["GET /api/v2/batches HTTP/1.1\r\nHost: x\r\n\r\n", /^HTTP\/1\.1 401 /],
    [post({ command: "void" }, "content-type: application/json\r\n"), /^HTTP\/1\.1 400 /],
  ];

  test("answers pipelined requests in order, however their bytes are split", async () => {
    const requests = mixed();
    const bytes = Buffer.from(requests.map(([request]) => request).join(""));
    const cuts = fc.uniqueArray(fc.nat(bytes.length), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(cuts, fc.boolean(), async (places, awaitsDelivery) => {
        const socket = open();
        const answers = readAnswers(socket, requests.length);
        const borders = [0, ...places.sort((a, b) => a - b), bytes.length];
        for (const [place, from] of borders.slice(0, -1).entries()) {
          socket.write(bytes.subarray(from, borders[place + 1]));
          // The pieces must arrive separately.
          if (awaitsDelivery) await new Promise(setImmediate);
        }
        const texts = await answers;
        for (const [place, [, expected]] of requests.entries()) expect(texts[place]).toMatch(expected);
        socket.destroy();
      }),
      { numRuns: 60 },
    );
  });

  test("answers a request that arrives in pieces with the same bytes", async () => {
    for (const request of [page(3), get("/api/v2/transactions/none"), post({ command: "sale" })]) {
      const whole = open();
      whole.write(request);
      const [once] = await readAnswers(whole, 1);
      const pieces = open();
      pieces.write(request.slice(0, 30));
      // The server has read the first piece once it has answered a later connection.
      await sandbox.request("GET", "/batches");
      pieces.write(request.slice(30));
      const [twice] = await readAnswers(pieces, 1);
      expect(withoutTime(once)).toBe(withoutTime(twice));
      whole.destroy();
      pieces.destroy();
    }
  });

  test("answers a half-closed connection, pipelined requests included", async () => {
    const socket = open();
    socket.end(post(sale("half-closed")) + page(15));
    const [charged, listed] = await readAnswers(socket, 2);
    expect(charged).toContain('"result_code":"A"');
    expect(listed).toContain('"limit":15');
  });

  test("charges each of many pipelined sales once", async () => {
    const socket = open();
    const orders = Array.from({ length: 20 }, (_, place) => `ahead-${place}`);
    socket.write(orders.map((orderid) => post(sale(orderid))).join(""));
    const answers = await readAnswers(socket, orders.length);
    const keys = answers.map((answer) => bodyOf(answer).key);
    expect(new Set(keys).size).toBe(orders.length);
    for (const [place, key] of keys.entries())
      expect((await sandbox.request("GET", `/transactions/${key}`)).body.orderid).toBe(orders[place]);
    socket.destroy();
  });

  test("that does not read its responses is not served without limit and does not delay other connections", async () => {
    for (let count = 0; count < 200; count++) await sandbox.command("sale", sale(`list-${count}`));
    const { text } = await sandbox.request("GET", "/transactions?limit=1000");
    // Four times what kernels keep of a connection that is not read.
    const requests = Math.ceil(24_000_000 / text.length);
    const answered = async () => (await sandbox.control("GET", "/state")).requests[200];
    const before = await answered();
    const socket = open();
    socket.pause();
    // Large heads: the server receives only a few of these requests at a time.
    socket.write(
      get("/api/v2/transactions?limit=1000", `X-Filler: ${"x".repeat(8000)}\r\n`).repeat(requests),
    );
    const others = 100;
    for (let count = 0; count < others; count++)
      expect((await sandbox.request("GET", "/batches/current")).status).toBe(200);
    expect((await answered()) - before).toBeLessThan(requests + others);
    expect(await readAnswers(socket, requests)).toHaveLength(requests);
    socket.destroy();
  });

  test.each([
    ["two lengths", "Content-Length: 3\r\nContent-Length: 2\r\n"],
    ["a length that is not a number", "Content-Length: ten\r\n"],
    ["a negative length", "Content-Length: -2\r\n"],
    ["a length beside chunks", "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n"],
    ["a blank before the colon", "Content-Length : 2\r\n"],
    ["a name with a blank", "X One: 2\r\n"],
    ["a field without a colon", "X-One\r\n"],
    ["a line end in a field", "X-One: a\rb\r\n"],
    ["a zero in a field", "X-One: a\0b\r\n"],
  ])("is closed after %s, with the contract's error body", async (_what, fields) => {
    const socket = open();
    socket.write(`GET /api/v2/batches HTTP/1.1\r\n${signed()}${fields}\r\n{}`);
    const closed = once(socket, "close");
    const [answer = ""] = await readAnswers(socket, 1);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(bodyOf(answer).errorcode).toBe(21003);
    await closed;
  });

  test("is closed when it is silent for longer than its last response announced", async () => {
    const socket = open();
    const closed = once(socket, "close");
    socket.write(page(1));
    const [answer] = await readAnswers(socket, 1);
    expect(answer).toContain("\r\nKeep-Alive: timeout=5\r\n");
    await closed;
  }, 20_000);

  test("that is silent does not delay shutdown", async () => {
    const own = await startSandbox();
    const socket = connect(Number(new URL(own.url).port), "127.0.0.1");
    const closed = once(socket, "close");
    await once(socket, "connect");
    await own.request("GET", "/batches");
    await own.end();
    await closed;
    await own.stop();
    // Less than the shutdown timeout.
  }, 9000);
});

/** Reads `count` responses; each has a Content-Length. */
function readAnswers(socket: Socket, count: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    let pending = Buffer.alloc(0);
    const answers: string[] = [];
    const take = () => {
      const head = pending.indexOf("\r\n\r\n");
      const length = /\r\ncontent-length: (\d+)/i.exec(pending.toString("latin1", 0, Math.max(head, 0)))?.[1];
      const end = head + 4 + Number(length);
      if (length === undefined || pending.length < end) return false;
      answers.push(pending.toString("utf8", 0, end));
      pending = pending.subarray(end);
      return true;
    };
    socket.on("data", (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      while (answers.length < count && take());
      if (answers.length === count) resolve(answers);
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error(`closed after ${answers.length} of ${count} answers`)));
    socket.resume();
  });
}

const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4));

const withoutTime = (answer = "") =>
  answer.replace(/\r\nDate: [^\r]+/, "").replace(/\r\nX-Rate-Limit: [^\r]+/, "");
