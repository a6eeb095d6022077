import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { requestErrors } from "#lib/gateway/errors.ts";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { uploadBulk } from "./upload.ts";

/** What the gateway does once it has the whole upload. */
let answer: (socket: Socket) => void = () => undefined;
const gateway = createServer((request) => {
  request.resume().on("end", () => answer(request.socket));
});

beforeAll(async () => {
  gateway.listen(0);
  await once(gateway, "listening");
  process.env.GATEWAY_URL = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/api/v2`;
  process.env.GATEWAY_API_KEY = "test-key";
  process.env.GATEWAY_API_PIN = "test-pin";
  process.env.AUTH_SECRET = "a".repeat(40);
  process.env.GATEWAY_TIMEOUT_MS = "1000";
});
afterEach(() => gateway.closeAllConnections());
afterAll(() => gateway.close());

async function* rows(): AsyncGenerator<string> {
  yield "command,amount\r\n";
  yield "cash:sale,1.00\r\n";
}
const upload = () => uploadBulk("file.csv", rows(), { id: "u1", name: "Ruth" });

const refusal = (code: number) => JSON.stringify({ error: "No.", errorcode: code });
const json = (status: number, body: string) =>
  `HTTP/1.1 ${status} X\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

describeStoresOnSqlite("the upload of a whole bulk file", (open) => {
  beforeAll(async () => useStore((await open()).db));

  test.each([
    ["byte by byte", "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n", "x"],
    ["header by header", "HTTP/1.1 200 OK\r\n", "X-Drip: 1\r\n"],
    ["with one promise after another", "", "HTTP/1.1 102 Processing\r\n\r\n"],
  ])("is unknown once the answer's time is over, though it comes %s", async (_how, first, drop) => {
    const dripping: NodeJS.Timeout[] = [];
    answer = (socket) => {
      socket.on("error", () => undefined);
      socket.write(first);
      dripping.push(setInterval(() => socket.write(drop), 50));
    };
    expect(await upload()).toEqual({ kind: "unknown", reason: "timeout" });
    for (const timer of dripping) clearInterval(timer);
  });

  test("is unknown when the gateway could not read the request as one", async () => {
    answer = (socket) => socket.write(json(400, refusal(requestErrors.unreadable.code)));
    expect(await upload()).toMatchObject({ kind: "unknown" });
  });

  test("is refused when the gateway says what is wrong with the file", async () => {
    answer = (socket) => socket.write(json(400, refusal(requestErrors.bulkHeader.code)));
    expect(await upload()).toMatchObject({ kind: "refused" });
  });
});
