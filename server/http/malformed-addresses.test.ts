import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerMalformedAddresses } from "./malformed-addresses.ts";

/** Knows two addresses, and says of each request how it came. */
const server = createServer(({ url = "" }, response) => {
  response.statusCode = url.startsWith("/transactions/") || url.startsWith("/api/console/") ? 200 : 404;
  response.end(url);
});

beforeAll(async () => {
  answerMalformedAddresses();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => void server.close());

async function open(path: string) {
  const request = get({ path, host: "127.0.0.1", port: (server.address() as AddressInfo).port });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return { status: response.statusCode, url: await text(response) };
}

test.each(["/transactions/%ff", "/batches/%E0%A4%A", "/%", "/transactions/%c0%af"])(
  "%s is answered 400, as an address without a page",
  async (path) => {
    expect(await open(path)).toEqual({ status: 400, url: "/malformed" });
    expect(await open(`${path}?q=a?b`)).toEqual({ status: 400, url: "/malformed?q=a?b" });
  },
);

test("a malformed address of the API stays one of the API", async () => {
  expect(await open("/api/console/attempts/%ff")).toEqual({ status: 400, url: "/api/malformed" });
});

test("every other address is left as it is, also where its query can't be decoded", async () => {
  for (const path of ["/transactions/caf%C3%A9", "/transactions/%25ff", "/transactions/1?q=%ff"])
    expect(await open(path)).toEqual({ status: 200, url: path });
  expect(await open("/nothing")).toEqual({ status: 404, url: "/nothing" });
});
