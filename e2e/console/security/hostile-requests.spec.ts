import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, test } from "#e2e/support/console.ts";
import { chargeCard, resultOf } from "#e2e/support/pages/charge-card.ts";
import { pageUserHeader } from "#e2e/support/pages/page-user-header.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";

type Sent = { status: number | undefined; tookMs: number };

/** Posts without a session as fast as the server accepts it. No status: the connection was closed before a response. */
function post(
  console: RunningConsole,
  path: string,
  body: Buffer,
  headers: Record<string, string> = {},
): Promise<Sent> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(`${console.origin}${path}`, {
      method: "POST",
      headers: { origin: console.origin, "content-type": "application/json", ...headers },
    });
    const finish = (status: number | undefined) => {
      resolve({ status, tookMs: performance.now() - began });
      outgoing.destroy();
    };
    outgoing.on("response", (response) => finish(response.statusCode));
    outgoing.on("error", (error) => ("code" in error ? finish(undefined) : reject(error)));
    outgoing.end(body);
  });
}

const megabytes = (count: number, piece: string) =>
  Buffer.from(piece.repeat(Math.ceil((count * 1024 * 1024) / piece.length)));

test("a huge sign-in request without a session is rejected early, and workstations go on meanwhile", async ({
  console,
}) => {
  const callback = "/api/auth/callback/credentials";
  const huge = megabytes(60, "{},");
  const form = { "content-type": "application/x-www-form-urlencoded" };
  for (const headers of [{ "content-length": String(huge.length) }, { "transfer-encoding": "chunked" }]) {
    const sending = post(console, callback, huge, { ...form, ...headers });
    const began = performance.now();
    expect((await fetch(`${console.origin}/api/healthz`)).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(5_000);
    const { status, tookMs } = await sending;
    expect([413, undefined]).toContain(status);
    expect(tookMs).toBeLessThan(5_000);
  }
  expect((await post(console, callback, Buffer.alloc(9_000, "["), form)).status).toBe(413);
  expect((await post(console, callback, Buffer.alloc(8_000, "["))).status).toBe(415);
  for (const path of ["/api/console/bulk/known", "/charge", "/sign-in"])
    expect([401, 413, undefined], path).toContain((await post(console, path, huge)).status);
});

test("connections that ask for an upgrade are answered and closed", async ({ console }) => {
  const { port } = new URL(console.origin);
  for (const path of ["/api/nothing", "/_next/webpack-hmr", "/"])
    for (const isHalfClosed of [false, true]) {
      const client = connect({ port: Number(port), allowHalfOpen: true });
      const closed = once(client, "close");
      const request = `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
      if (isHalfClosed) client.end(request).resume();
      else {
        client.write(request);
        const [answer] = await once(client, "data");
        expect(String(answer), path).toMatch(/^HTTP\/1\.1 [34]\d\d/);
        client.resume().end();
      }
      await closed;
    }
});

test("a request that is too long or nested too deeply is rejected for a signed-in user", async ({
  as,
  console,
}) => {
  const page = await as("manager");
  const pageUser = await pageUserHeader(page.request);
  const ask = async (data: string) =>
    (
      await page.request.post("/api/console/bulk/known", {
        headers: { origin: console.origin, "content-type": "application/json", ...pageUser },
        data: Buffer.from(data),
      })
    ).status();
  expect(await ask(`{"digests":["${"a".repeat(600_000)}"]}`)).toBe(413);
  expect(await ask(`{"digests":${"[".repeat(100_000)}`)).toBe(400);
  expect(await ask('{"digests":[]}')).toBe(200);
});

test("an action with a foreign, malformed or missing Origin gets 403 and a sentence, and is not logged", async ({
  console,
}) => {
  const action = { "next-action": "0".repeat(42), "content-type": "text/plain;charset=UTF-8" };
  const logged = () => readFileSync(console.logFile, "utf8");
  const before = logged();
  const hostile: Record<string, string>[] = [
    { origin: "https://evil.test" },
    { origin: "https://evil.test", "x-forwarded-host": "evil.test" },
    { origin: "https://evil.test", "x-forwarded-host": "evil.test", "x-foreign-origin": "" },
    { origin: `${console.origin}.evil.test` },
    { origin: `${console.origin}, http://evil.test` },
    { origin: "null" },
    { origin: "nonsense" },
    {},
  ];
  for (const headers of hostile) {
    const path = `${console.origin}/charge`;
    const answer = await fetch(path, { method: "POST", headers: { ...action, ...headers }, body: "[]" });
    expect(answer.status, JSON.stringify(headers)).toBe(403);
    expect(answer.headers.get("content-type")).toBe("text/plain");
    expect(await answer.text()).toBe(
      `Nothing was done: this was not sent by a page of the console. Open ${console.origin} and try again there.\n`,
    );
  }
  // A form sent without scripts has no action header.
  const form = { origin: "https://evil.test", "content-type": "multipart/form-data; boundary=x" };
  const plain = await fetch(`${console.origin}/sign-in`, { method: "POST", headers: form, body: "--x--" });
  expect(plain.status).toBe(403);
  // Requests to the gateway are logged too; earlier tests' pages may still cause some.
  const added = logged().slice(before.length).split("\n");
  const own = added.filter((line) => !line.includes('"msg":"gateway"'));
  expect(own.join("\n")).not.toMatch(/origin|action|error|evil/i);
});

test("an address that can't be decoded is answered 400 with a page, or with data at the API", async ({
  as,
  console,
}) => {
  const logged = () => readFileSync(console.logFile, "utf8");
  const before = logged();
  const ask = async (path: string) => {
    const answer = await fetch(`${console.origin}${path}`);
    return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
  };
  for (const path of ["/transactions/%ff", "/batches/%E0%A4%A", "/%", "/transactions/%ff?q=%ff"]) {
    const { status, type, text } = await ask(path);
    expect({ status, type }, path).toEqual({ status: 400, type: "text/html; charset=utf-8" });
    expect(text).toMatch(/<h1[^>]*>Page not found</);
  }
  const { status, text } = await ask("/api/console/attempts/%ff");
  expect({ status, body: JSON.parse(text) }).toMatchObject({ status: 400, body: { kind: "refused" } });
  const page = await as("clerk");
  const opened = await page.request.get("/batches/%E0%A4%A");
  expect(opened.status()).toBe(400);
  expect(await opened.text()).toContain("There is nothing at this address");
  expect((await page.request.get("/transactions/%25ff")).status()).toBeLessThan(500);
  expect(logged().slice(before.length)).not.toMatch(/malformed URI|"level":"error"/i);
});

/** Not of the sandbox, whose levels are numbers, the starter, or a request to the gateway: the background makes some at any time. */
const isOfRequest = (line: string) =>
  /^\s+at /.test(line) || (line.startsWith("{") && !/"level":\d|"msg":"gateway"/.test(line));

test("an action that is too long or malformed is rejected with one short line in the log", async ({
  console,
}) => {
  const logged = () => readFileSync(console.logFile, "utf8");
  const action = { "next-action": "0".repeat(42), "content-type": "text/plain;charset=UTF-8" };
  const known = /"([0-9a-f]{42})"/.exec(
    readFileSync(join(process.env.NEXT_DIST_DIR ?? ".next", "server/server-reference-manifest.json"), "utf8"),
  )?.[1];
  expect(known).toBeDefined();
  const sizes = [130, 1000].map((kilobytes) => Buffer.alloc(kilobytes * 1024, "a"));
  for (const body of [...sizes, Buffer.from("[")]) {
    const before = logged();
    const headers = { ...action, "next-action": known ?? "" };
    const { status } = await post(console, "/sign-in", body, headers);
    expect([400, 413, undefined]).toContain(status);
    await expect.poll(() => logged().slice(before.length)).toContain("could not be read");
    const added = logged().slice(before.length).split("\n").filter(isOfRequest);
    expect(added).toHaveLength(1);
    expect(added[0]?.length).toBeLessThan(300);
    expect(added[0]).not.toMatch(/stack|node_modules|"level":"error"/);
  }
});

test("a console that dies is restarted, and the payment in progress is charged once", async ({
  as,
  console,
}) => {
  test.setTimeout(120_000);
  const page = await as("clerk");
  const invoice = `back-${Math.random().toString(36).slice(2, 10)}`;
  await console.control("POST", "/faults", { kind: "slow", command: "sale", delayMs: 3_000, times: 1 });
  await chargeCard(page, { amount: "15.80", number: "5555444433332226", invoice });
  const taken = async () => {
    const { body } = await console.gateway("GET", "/transactions?limit=20");
    return (body as { data: { invoice?: string }[] }).data.filter((one) => one.invoice === invoice).length;
  };
  await expect(page.getByText("Charging $15.80")).toBeVisible();
  const sent = async () => {
    const read = await page.request.get("/api/console/attempts?mine=1&state=sent");
    return ((await read.json()) as unknown[]).length; // a list of attempts
  };
  await expect.poll(sent).toBe(1);
  const before = console.consolePid();
  console.crashConsole();
  await expect(resultOf(page)).toHaveText(/^(We don't know yet|Approved)/, {
    timeout: 60_000,
  });
  expect(console.consolePid()).not.toBe(before);
  expect(await taken()).toBeLessThanOrEqual(1);
});
