import { createHash, randomBytes } from "node:crypto";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { goodCard, type RunningSandbox, startSandbox } from "#e2e/support/sandbox.ts";
import { authorization } from "#lib/gateway/signature.ts";

describe("bytes on the wire", () => {
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox?.stop());

  /** All bytes received until the connection closes. */
  const send = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(sandbox.url).port), "127.0.0.1", () => socket.write(bytes));
      let answer = "";
      socket.setEncoding("utf8").on("data", (chunk: string) => {
        answer += chunk;
      });
      socket.once("close", () => resolve(answer)).once("error", reject);
    });
  const signed = () =>
    `Authorization: ${authorization(sandbox.key, sandbox.pin, randomBytes(8).toString("hex"), (text) =>
      createHash("sha256").update(text).digest("hex"),
    )}\r\nConnection: close\r\n`;
  const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.lastIndexOf("\r\n\r\n") + 4));
  const list = "GET /api/v2/batches HTTP/1.1\r\n";

  test.each([
    ["no HTTP", () => "nonsense\r\n\r\n"],
    ["an unknown method", () => `FOO /api/v2/batches HTTP/1.1\r\nHost: x\r\n${signed()}\r\n`],
    ["an invalid host", () => `${list}Host: [[[\r\n${signed()}\r\n`],
    ["an invalid target", () => `OPTIONS * HTTP/1.1\r\nHost: x\r\n${signed()}\r\n`],
    ["two lengths", () => `${list}Host: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n${signed()}\r\n{}`],
    ["a length in words", () => `${list}Host: x\r\nContent-Length: ten\r\n${signed()}\r\n`],
    ["a header with a line in it", () => `${list}Host: x\r\nX-One: a\rb\r\n${signed()}\r\n`],
  ])("%s is refused with the contract's error body", async (_what, request) => {
    const answer = await send(request());
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(bodyOf(answer)).toEqual({ error: "The request is not valid HTTP.", errorcode: 21003 });
  });

  test("a caller that hangs up within a body is refused, and is no failure of the gateway", async () => {
    const counted = async () => (await sandbox.control("GET", "/state")).requests;
    const before = (await counted())["400"] ?? 0;
    const socket = connect(Number(new URL(sandbox.url).port), "127.0.0.1", () =>
      socket.write(
        `POST /api/v2/transactions HTTP/1.1\r\nHost: x\r\nContent-Length: 400\r\n${signed()}\r\n{"command":`,
        () => socket.resetAndDestroy(),
      ),
    );
    await expect.poll(async () => (await counted())["400"], { timeout: 10_000 }).toBe(before + 1);
    expect(Object.keys(await counted()).filter((status) => status >= "500")).toEqual([]);
    expect(sandbox.output()).not.toContain("unreachable");
  });

  test("headers without an end are refused as too large", async () => {
    const answer = await send(`${list}Host: x\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(bodyOf(answer).errorcode).toBe(21005);
  });

  test.each([
    ["HTTP/1.0", () => `GET /api/v2/batches HTTP/1.0\r\nHost: x\r\n${signed()}\r\n`],
    ["no host", () => `GET /api/v2/batches HTTP/1.0\r\n${signed()}\r\n`],
    [
      "an address with another host",
      () => `GET http://x.example/api/v2/batches HTTP/1.1\r\nHost: y\r\n${signed()}\r\n`,
    ],
    ["an unknown expectation", () => `${list}Host: x\r\nExpect: roses\r\n${signed()}\r\n`],
    ["a body on GET", () => `${list}Host: x\r\nContent-Length: 2\r\n${signed()}\r\n{}`],
    ["a trailing slash", () => `GET /api/v2/batches/ HTTP/1.1\r\nHost: x\r\n${signed()}\r\n`],
  ])("%s is accepted", async (_what, request) => {
    const answer = await send(request());
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(bodyOf(answer).type).toBe("list");
  });

  test("chunked bodies and bodies with Expect: 100-continue are read", async () => {
    const body = JSON.stringify({ command: "sale", amount: "5.00", creditcard: goodCard });
    const post = "POST /api/v2/transactions HTTP/1.1\r\nHost: x\r\n";
    const [start, end] = [body.slice(0, 20), body.slice(20)];
    const pieces = [start, end].map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join("");
    const chunked = await send(`${post}Transfer-Encoding: chunked\r\n${signed()}\r\n${pieces}0\r\n\r\n`);
    expect(bodyOf(chunked).result_code).toBe("A");
    const announced = await send(
      `${post}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n${signed()}\r\n${body}`,
    );
    expect(announced).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
    expect(bodyOf(announced).is_duplicate).toBe("Y");
  });

  test("429 and 401/156 carry the contract's status text", async () => {
    const call = (endpoint: string) =>
      send(`GET /api/${endpoint}/_ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    await call("RATELIMT");
    expect(await call("RATELIMT")).toMatch(/^HTTP\/1\.1 429 API Rate Limit Exceed\r\n/);
    expect(await call("IPACCESS")).toMatch(/^HTTP\/1\.1 401 Access Denied\r\n/);
  });

  test.each(["PUT", "PATCH", "DELETE"])("%s of a known path is 404", async (method) => {
    const { status, body } = await sandbox.request(method, "/batches");
    expect([status, body.errorcode]).toEqual([404, 21001]);
  });

  test.each(["1e2", "0x10", "+5", " 5", "5.0", "٥"])("a limit of %s is refused", async (limit) => {
    const { status, body } = await sandbox.request("GET", `/batches?limit=${encodeURIComponent(limit)}`);
    expect([status, body.fields]).toEqual([400, { limit: "must be a whole number from 1 to 1000" }]);
  });
});
