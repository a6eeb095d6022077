import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RequestErrorName, requestErrors } from "#lib/gateway/errors.ts";
import { gatewayCheckText } from "#lib/gateway-check.ts";
import { describeStoresOnSqlite, type TestStore } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { checkConnection } from "./check-connection.ts";
import { limiter } from "./rate-limit/limiter.ts";

/** A gateway that answers each request in the same way. */
let answer: { status: number; body: string } | "reset" = "reset";
let asked = 0;
const server = createServer((incoming, outgoing) => {
  asked += 1;
  if (answer === "reset") incoming.socket.destroy();
  else outgoing.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
  Object.assign(process.env, {
    GATEWAY_URL: `http://127.0.0.1:${port}/api/v2`,
    GATEWAY_API_KEY: "the-key-of-this-test",
    GATEWAY_API_PIN: "the-pin-of-this-test",
    AUTH_SECRET: "a".repeat(40),
  });
});
afterAll(() => server.close());

const refusalOf = (name: RequestErrorName) => {
  const { status, code } = requestErrors[name];
  // A gateway may repeat what it was sent.
  const error = "the-key-of-this-test the-pin-of-this-test";
  return { status, body: JSON.stringify({ error, errorcode: code }) };
};

/** `npm run gateway:check` on a store. */
async function check({ settings: { dataDir, databaseUrl } }: TestStore) {
  const child = spawn(process.execPath, [fileURLToPath(new URL("check-cli.ts", import.meta.url))], {
    env: { ...process.env, DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return { out, code };
}

describeStoresOnSqlite("a connection test", (open) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await open();
    useStore(store.db);
  });

  it.each([
    ["unknownKey", "unknownKey"],
    ["wrongHash", "wrongPin"],
    ["blockedIp", "addressNotAllowed"],
    ["unknownPath", "refused"],
  ] as const)("distinguishes %s and shows neither key nor PIN", async (error, kind) => {
    answer = refusalOf(error);
    const check = await checkConnection();
    expect(check).toMatchObject({ kind });
    expect(JSON.stringify([check, gatewayCheckText(check)])).not.toMatch(/-of-this-test/);
  });

  it("says that it works, and counts one request in the shared limit", async () => {
    answer = {
      status: 200,
      body: JSON.stringify({ type: "list", limit: 1, offset: 0, data: [], total: "0" }),
    };
    const used = () => limiter().read((state) => JSON.stringify(state));
    const before = await used();
    asked = 0;
    expect(await checkConnection()).toMatchObject({ kind: "works" });
    expect(asked).toBe(1);
    expect(await used()).not.toBe(before);
  });

  it("is a command at the server too, which exits with 1 unless it works", async () => {
    answer = refusalOf("wrongHash");
    const wrong = await check(store);
    expect(wrong).toMatchObject({ code: 1, out: expect.stringContaining("Wrong PIN.") });
    expect(wrong.out).not.toMatch(/-of-this-test/);
    answer = {
      status: 200,
      body: JSON.stringify({ type: "list", limit: 1, offset: 0, data: [], total: "0" }),
    };
    expect(await check(store)).toMatchObject({ code: 0, out: expect.stringContaining("Connected in") });
  });

  it("says nothing of key and PIN where no readable answer comes", async () => {
    answer = { status: 502, body: "<html>" };
    expect(await checkConnection()).toEqual({ kind: "unreachable", reason: "status 502" });
    answer = "reset";
    expect(await checkConnection()).toMatchObject({ kind: "unreachable", reason: "reset" });
  });
});
