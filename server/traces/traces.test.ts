import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { openStore } from "#server/db/db.ts";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { sendMoney } from "#server/gateway-client/client.ts";
import { FakeGateway } from "#server/gateway-client/fake-gateway.ts";
import { connectTo } from "#server/gateway-client/test-environment.ts";
import { maxWaiting } from "./exporter.ts";
import { toPattern } from "./route-patterns.ts";
import { tracer } from "./spans.ts";
import { startTracing } from "./start-tracing.ts";

const logged = vi.hoisted(() => [] as object[]);
vi.mock("#server/log.ts", () => {
  const log = { info: () => {}, warn: (entry: object) => logged.push(entry), error: () => {} };
  return { log };
});

const card = "4000100011112224";
/** All of a payment, a person and the gateway's secrets that could end in a trace. */
const planted = {
  card,
  spaced: "4000 1000 1111 2224",
  code: "987",
  key: "test-key",
  pin: "test-pin",
  amount: "4321.98",
  cents: "432198",
  name: "Wilhelmina",
  query: "looked-for",
  id: "a1b2c3d4e5",
  cookie: "cookie-of-a-session",
};
const sale = {
  command: "sale",
  amount: planted.amount,
  creditcard: { number: card, expiration: "1228", cvc: planted.code, cardholder: planted.name },
};
const patterns = [{ page: "/charge/[id]", matches: /^\/charge\/([^/]+?)(?:\/)?$/ }];

const gateway = new FakeGateway();
connectTo(gateway, { GATEWAY_TIMEOUT_MS: "1000", GATEWAY_QUEUE_MS: "0" });

const open: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
  gateway.reset();
});

async function listen(server: Server): Promise<string> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  open.push({
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
}

/** A collector that keeps what it gets. */
async function startCollector() {
  const got: { path: string | undefined; body: string; headers: string }[] = [];
  const address = await listen(
    createServer(async (request, response) => {
      // What it is sent is asked for by this process too: that is no trace.
      got.push({ path: request.url, body: await text(request), headers: JSON.stringify(request.headers) });
      response.end("{}");
    }),
  );
  return { got, address: new URL(address) };
}

type Sent = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, string> }[];
  status: { code?: number };
};
const spansIn = (got: readonly { body: string }[]): Sent[] =>
  got.flatMap(({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans);
const fieldsOf = ({ attributes }: Sent) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

describeStoresOnSqlite("a traced request", (openTestStore) => {
  beforeAll(async () => useStore((await openTestStore()).db));

  test("is sent with what it asked of gateway and store, and nothing of card, key, person, amount or address", async () => {
    const collector = await startCollector();
    const tracing = startTracing(collector.address, patterns);
    open.push(tracing);
    const folder = mkdtempSync(join(tmpdir(), "traces-"));
    const store = openStore({ dataDir: folder, databaseUrl: undefined });
    const answers: string[] = [];
    const app = await listen(
      createServer(async (_, response) => {
        const outcome = await sendMoney(sale);
        answers.push(outcome.kind);
        await store.transaction().execute((one) => sql`select ${card}, ${planted.name}`.execute(one));
        const failing = store.transaction().execute(async () => {
          throw new Error(`${card} ${planted.name}`);
        });
        await failing.catch(() => {});
        response.statusCode = 201;
        response.end();
      }),
    );
    try {
      const query = new URLSearchParams({ q: planted.query, card, amount: planted.amount });
      for (const path of [`/charge/${planted.id}?${query}`, `/${card}/${planted.name}`])
        await fetch(`${app}${path}`, {
          method: "POST",
          headers: { cookie: planted.cookie, "x-name": planted.name, referer: `${app}/?${query}` },
          body: JSON.stringify(sale),
        });
      expect(answers).toEqual(["answered", "answered"]);
      await tracing.stop();
      open.splice(open.indexOf(tracing), 1);
    } finally {
      await store.destroy();
      rmSync(folder, { recursive: true });
    }

    expect(collector.got[0]?.path).toBe("/v1/traces");
    const spans = spansIn(collector.got);
    const { code, ...rest } = planted;
    for (const [what, secret] of Object.entries(rest))
      expect(JSON.stringify(collector.got), what).not.toContain(secret);
    // Ids, times and ports may hold three digits in a row.
    const values = spans.flatMap(({ name, attributes }) => [
      name,
      ...attributes.flatMap(({ key, value }) => (key === "server.address" ? [] : Object.values(value))),
    ]);
    expect(values.join(" ")).not.toContain(code);
    const root = spans.find(({ name }) => name === "POST /charge/[id]");
    if (!root) throw new Error("The request has no span.");
    expect(fieldsOf(root)).toEqual({
      "http.request.method": "POST",
      "http.route": "/charge/[id]",
      "console.kind": "page",
      "http.response.status_code": "201",
    });
    expect(root).toMatchObject({ kind: 2, traceId: expect.stringMatching(/^[0-9a-f]{32}$/), status: {} });
    expect(root.parentSpanId).toBeUndefined();
    const below = spans.filter(({ parentSpanId }) => parentSpanId === root.spanId);
    expect(below.map(({ name }) => name).sort()).toEqual([
      "gateway sale",
      "store transaction",
      "store transaction",
    ]);
    for (const span of below) {
      expect(span.traceId).toBe(root.traceId);
      expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
      expect(BigInt(span.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(root.startTimeUnixNano));
    }
    const [call, ...transactions] = below.toSorted((one, other) => one.name.localeCompare(other.name));
    expect(call && fieldsOf(call)).toMatchObject({
      "gateway.what": "sale",
      "gateway.priority": "money",
      "gateway.outcome": "2xx",
      "http.response.status_code": "200",
    });
    expect(transactions.map(fieldsOf)).toEqual([
      { "db.system.name": "sqlite", "db.operation.name": "commit" },
      { "db.system.name": "sqlite", "db.operation.name": "rollback" },
    ]);
    expect(spans.map(({ name }) => name)).toContain("POST other");
  });
});

test("a collector that is gone is logged once, and holds no more than so many spans", async () => {
  const tracing = startTracing(new URL("http://127.0.0.1:9/"), []);
  open.push(tracing);
  for (let count = 0; count < maxWaiting + 10; count += 1) tracer()?.begin("x", "internal", {}).end();
  logged.length = 0;
  await tracing.stop();
  open.splice(open.indexOf(tracing), 1);
  expect(logged).toEqual([expect.objectContaining({ dropped: maxWaiting + 10 })]);
});

test("without a collector there is no tracer", () => {
  expect(tracer()).toBeUndefined();
});

test("an address becomes the pattern of its page, or nothing of it is kept", () => {
  expect(toPattern(patterns, "/charge/abc?q=1")).toBe("/charge/[id]");
  for (const url of ["/charge/a/b", "", "//", `/${card}`, "/charge/?x"])
    expect(toPattern(patterns, url)).toBe("other");
});
