import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { postEvent } from "./post-event.ts";

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function listen(receive: RequestListener): Promise<string> {
  const server = createServer(receive).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

const ending = new AbortController().signal;

test("a late response does not count as delivered", async () => {
  const url = await listen(() => {});
  const answer = await postEvent({ url, key: "k" }, "{}", { ending, patienceMs: 100 });
  expect(answer).toEqual({ status: null, error: "no answer within 0.1 s" });
});

test("a timely status counts although the body continues", async () => {
  const url = await listen((_request, response) => void response.writeHead(202).write("still here"));
  expect(await postEvent({ url, key: "k" }, "{}", { ending })).toEqual({ status: 202, error: null });
});

test("a redirect is not followed", async () => {
  const asked: string[] = [];
  const url = await listen((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(307, { Location: "/elsewhere" }).end();
  });
  expect(await postEvent({ url, key: "k" }, "{}", { ending })).toEqual({ status: 307, error: null });
  expect(asked).toEqual(["/hook"]);
});

test.each([
  ["hangs up", "", { status: null, error: "ECONNRESET" }],
  ["speaks no HTTP", "hello\r\n\r\n", { status: null, error: expect.stringMatching(/^HPE_/) }],
  [
    "changes the protocol",
    "HTTP/1.1 101 Hm\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
    { status: 101, error: null },
  ],
])("a receiver that %s has not received it", async (_what, text, answer) => {
  const url = await listen((request) => void request.socket.end(text));
  expect(await postEvent({ url, key: "k" }, "{}", { ending })).toEqual(answer);
});

test("a refused connection is reported by its code, without the address", async () => {
  const url = await listen(() => {});
  for (const server of servers.splice(0)) await new Promise((closed) => server.close(closed));
  const answer = await postEvent({ url, key: "k" }, "{}", { ending });
  expect(answer).toEqual({ status: null, error: "ECONNREFUSED" });
});

test("an aborted attempt reports nothing about its receiver", async () => {
  const cut = new AbortController();
  const url = await listen(() => cut.abort());
  expect(await postEvent({ url, key: "k" }, "{}", { ending: cut.signal })).toBeUndefined();
});
