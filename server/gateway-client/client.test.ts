import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { formatInstant } from "#lib/format/dates.ts";
import { keysOf } from "#lib/keys-of.ts";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { env } from "#server/env.ts";
import { asCaller, asPayment } from "./caller.ts";
import { read, sendMoney } from "./client.ts";
import { exchange } from "./exchange.ts";
import { type Behavior, faults } from "./fake-faults.ts";
import { FakeGateway } from "./fake-gateway.ts";
import { limiter } from "./rate-limit/limiter.ts";
import { readRateLimit } from "./rate-limit/observe.ts";
import { emptyState } from "./rate-limit/state.ts";
import { readPulse, readReport } from "./report.ts";
import { connectTo } from "./test-environment.ts";

const gateway = new FakeGateway();
const sale = {
  command: "sale",
  amount: "42.50",
  creditcard: { number: "4000100011112224", expiration: "1228" },
};

connectTo(gateway, {
  GATEWAY_TIMEOUT_MS: "1000",
  // Nothing waits here: a request without capacity is refused at once.
  GATEWAY_QUEUE_MS: "0",
});
afterEach(() => gateway.reset());

/** As if the console had just been set up: no pause, nothing used. */
async function forgetLimit(): Promise<void> {
  await limiter().change((state) => Object.assign(state, emptyState(Date.now())));
}

const outcomes: Record<Behavior, string> = {
  approve: "answered",
  decline: "answered",
  "refuse-field": "refused",
  "refuse-repeating": "refused",
  "refuse-repeating-header": "refused",
  "too-many": "unsent",
  unauthorized: "refused",
  "reset-before": "unknown",
  "reset-after-commit": "unknown",
  silence: "unknown",
  half: "unknown",
  "wrong-length": "unknown",
  empty: "unknown",
  html: "unknown",
  "html-404": "unknown",
  "fault-500": "unknown",
  "fault-503": "unknown",
};

describeStoresOnSqlite("a money command", (open) => {
  beforeAll(async () => useStore((await open()).db));
  afterEach(forgetLimit);

  test.each(keysOf(faults))("met by %s is sent once and reported as what it is", async (behavior) => {
    gateway.behavior = behavior;
    const outcome = await sendMoney(sale);
    expect(outcome.kind).toBe(outcomes[behavior]);
    expect(gateway.posts).toHaveLength(1);
  });

  test("the gateway's reason keeps the name of its field", async () => {
    gateway.behavior = "refuse-field";
    expect(await sendMoney(sale)).toMatchObject({
      kind: "refused",
      error: { status: 400, code: 21004, fields: { amount: "is required" } },
    });
  });

  test("every workstation knows the limit that the gateway reports", async () => {
    gateway.rateLimit = "7 of 45/min; 70 of 5000/day";
    await sendMoney(sale);
    await expect.poll(readPulse).toMatchObject({
      minute: { used: 7, limit: 45 },
      day: { used: 70, limit: 5000 },
      reachable: true,
    });
  });

  test("a used-up daily limit says until when, and that one payment a minute is tried", async () => {
    const midnight = Date.now() + 3_600_000;
    await limiter().change((state, now) => {
      Object.assign(state.day, { limit: 5000, used: 5000, endsAt: midnight });
      state.lastGrantAt = now;
    });
    const text = `The gateway's daily limit is used up until ${formatInstant(env().gatewayTimeZone, midnight, Date.now())}. Until then, one payment a minute is tried.`;
    expect(await sendMoney(sale)).toEqual({ kind: "unsent", reason: "late", why: text });
    expect(gateway.posts).toEqual([]);
    await limiter().change((state) => Object.assign(state, { pulse: { reachable: true, seenAt: 1 } }));
    expect(await readPulse()).toMatchObject({ limitText: text });
  });

  test("waits a minute at most after a firewall answered a read with a 429 for an hour, and then goes", async () => {
    gateway.blockedForSeconds = 3600;
    const blocked = await read("getTransaction", { segments: { trankey: "1nf" }, priority: "person" });
    expect(blocked).toMatchObject({
      kind: "unavailable",
      reason: expect.stringMatching(/^the gateway asked .* nothing is sent for \d+ s, payments included$/),
    });
    gateway.blockedForSeconds = undefined;
    const pulse = await readPulse();
    expect(pulse?.pausedMs).toBeGreaterThan(0);
    expect(pulse?.queue.paymentDueMs).toBeLessThanOrEqual(60_000);
    await limiter().change(({ pause }, now) => Object.assign(pause ?? {}, { until: now }));
    expect(await sendMoney(sale)).toMatchObject({ kind: "answered" });
    await expect.poll(() => limiter().read(({ pause }) => pause)).toBeUndefined();
  });

  test.each([
    "-5 of 0/min",
    "0 of 0/min; 0 of 0/day",
    "999999999 of 45/min; 999999999 of 5000/day",
    "999999999 of 999999999/min",
    "NaN of NaN/min",
    "nonsense",
  ])("a limit that makes no sense, %s, stops nothing and lifts nothing", async (rateLimit) => {
    gateway.rateLimit = rateLimit;
    for (let count = 0; count < 3; count++) {
      expect(await sendMoney(sale)).toMatchObject({ kind: "answered" });
      await expect.poll(() => limiter().read(({ calibrated }) => calibrated)).toBe(true);
    }
    await expect.poll(readPulse).toMatchObject({ minute: { limit: 45 }, day: { limit: 5000 } });
  });

  test("a key that is a dot segment or looks like a card number never becomes an address", async () => {
    for (const trankey of [".", "..", "4000100011112224", "4000-1000-1111-2224"]) {
      const outcome = await read("getTransaction", { segments: { trankey }, priority: "person" });
      expect(outcome, trankey).toMatchObject({ kind: "unavailable" });
    }
    expect(
      await read("getReceipt", { segments: { trankey: "1nf", receiptid: ".." }, priority: "person" }),
    ).toMatchObject({ kind: "unavailable" });
    expect(gateway.reads).toBe(0);
  });

  test("an answer nested 100,000 levels deep is unreadable at once, and a payment's outcome unknown", async () => {
    const nested = JSON.parse(`${"[".repeat(1000)}${"]".repeat(1000)}`) as unknown;
    gateway.extra = { nested };
    const began = process.cpuUsage();
    expect(await sendMoney(sale)).toMatchObject({ kind: "unknown", reason: "unreadable" });
    gateway.transactions = [{ key: "1nfdeep", nested }];
    expect(
      await read("getTransaction", { segments: { trankey: "1nfdeep" }, priority: "person" }),
    ).toMatchObject({
      kind: "unavailable",
      reason: "unreadable",
    });
    expect(process.cpuUsage(began).user).toBeLessThan(10_000_000);
  });

  test("one person's loop of reads is refused, while their payments and other people's reads go on", async () => {
    gateway.rateLimit = "1 of 45/min; 1 of 5000/day";
    await sendMoney(sale);
    await expect.poll(() => limiter().read(({ calibrated }) => calibrated)).toBe(true);
    gateway.rateLimit = undefined;
    const ask = (place: number) =>
      read("getTransaction", { segments: { trankey: `zz${place}` }, priority: "person" });
    await asCaller({ id: "ada", name: "Ada" }, async () => {
      for (let place = 0; place < 30; place += 1) expect((await ask(place)).kind).toBe("refused");
      expect(await ask(30)).toMatchObject({
        kind: "unavailable",
        isLimit: true,
        reason: expect.stringMatching(/^you have read a lot in the last minute; try again in \d+ s$/),
      });
      expect((await asPayment(() => ask(31))).kind).toBe("refused");
      // A payment after a burst is paced, and none is queued here.
      await limiter().change((state) => Object.assign(state, { lastGrantAt: 0 }));
      expect(await sendMoney(sale)).toMatchObject({ kind: "answered" });
    });
    expect((await asCaller({ id: "ben", name: "Ben" }, () => ask(32))).kind).toBe("refused");
  });

  test("a person's reads for payments that are never sent are bounded, and needed ones are free again", async () => {
    gateway.rateLimit = "1 of 45/min; 1 of 5000/day";
    await sendMoney(sale);
    await expect.poll(() => limiter().read(({ calibrated }) => calibrated)).toBe(true);
    gateway.rateLimit = undefined;
    const ask = (trankey: string, priority: "person" | "money" = "money") =>
      read("getTransaction", { segments: { trankey }, priority, waitMs: 100 });
    const calm = () => limiter().change((state) => Object.assign(state, { lastGrantAt: 0 }));
    const idleOf = () => limiter().read(({ idleOfDay }) => idleOfDay.eve);
    await asCaller({ id: "eve", name: "Eve" }, async () => {
      for (let place = 0; place < 30; place += 1)
        expect((await ask(`page${place}`, "person")).kind).toBe("refused");
      for (let place = 0; place < 10; place += 1) {
        await calm();
        expect((await asPayment(() => ask(`idle${place}`))).kind).toBe("refused");
      }
      expect(await idleOf()).toBe(10);
      const tooMany = await Promise.all([1, 2, 3].map((place) => asPayment(() => ask(`more${place}`))));
      for (const outcome of tooMany)
        expect(outcome).toMatchObject({ reason: expect.stringContaining("you have read a lot") });
      await limiter().change(({ spent }) => void spent.splice(0));
    });
    await asCaller({ id: "eve", name: "Eve" }, () =>
      asPayment(async () => {
        expect((await ask("needed")).kind).toBe("refused");
        expect(await idleOf()).toBe(11);
        await calm();
        expect(await sendMoney(sale)).toMatchObject({ kind: "answered" });
        await expect.poll(idleOf).toBe(10);
      }),
    );
  });

  test("a read for a payment that is refused on a used-up day says that it is the day", async () => {
    await limiter().change((state, now) => {
      Object.assign(state.day, { limit: 300, used: 302, endsAt: now + 3_600_000 });
      state.lastGrantAt = now;
    });
    for (const priority of ["money", "person"] as const)
      expect(await read("getTransaction", { segments: { trankey: "1nfday" }, priority })).toMatchObject({
        kind: "unavailable",
        reason: expect.stringMatching(/^the gateway's daily limit is used up until .*one payment a minute/),
      });
  });

  test("equal reads under way are one request, and a missing key is no fault", async () => {
    const [one, two] = await Promise.all([
      read("getTransaction", { segments: { trankey: "none" }, priority: "person" }),
      read("getTransaction", { segments: { trankey: "none" }, priority: "person" }),
    ]);
    expect(one).toBe(two);
    expect(one).toMatchObject({ kind: "refused", error: { status: 404, code: 47 } });
  });
});

describeStoresOnSqlite("reading that can wait", (open) => {
  beforeAll(async () => useStore((await open()).db));
  beforeEach(async () => {
    await forgetLimit();
    gateway.rateLimit = "30 of 45/min; 30 of 5000/day";
    await sendMoney(sale);
    await expect.poll(readPulse).toMatchObject({ minute: { used: 30 } });
  });
  const batch = { segments: { batch_key: "current" } };
  const queued = () => limiter().read(({ queue }) => queue.length);

  test("is refused at once when payments need the capacity, and nothing is sent", async () => {
    expect(await read("getBatch", { ...batch, priority: "background" })).toMatchObject({
      kind: "unavailable",
      isLimit: true,
    });
    expect(await queued()).toBe(0);
  });

  test("is sent when there is capacity again, if it may wait in the queue", async () => {
    const waiting = read("getBatch", { ...batch, priority: "background", waitMs: 100_000 });
    await expect.poll(queued).toBe(1);
    await limiter().change((state) => Object.assign(state, { spent: [] }));
    expect(await waiting).toMatchObject({ kind: "answered", value: { key: "1t1open" } });
  });

  test("is not refused while payments go through, when a payment has to know it first", async () => {
    await limiter().change((state) => {
      state.spent = [];
    });
    gateway.rateLimit = "40 of 45/min; 40 of 5000/day";
    await sendMoney(sale);
    await expect.poll(readPulse).toMatchObject({ minute: { used: 40 } });
    expect(await read("getBatch", { ...batch, priority: "person", waitMs: 0 })).toMatchObject({
      kind: "unavailable",
      isLimit: true,
    });
    expect(await read("getBatch", { ...batch, priority: "money" })).toMatchObject({ kind: "answered" });
  });

  test("does not keep a person waiting who asks for the same", async () => {
    const waiting = read("getBatch", { ...batch, priority: "background", waitMs: 100_000 });
    await expect.poll(queued).toBe(1);
    expect(await read("getBatch", { ...batch, priority: "person" })).toMatchObject({ kind: "answered" });
    expect(await queued()).toBe(1);
    await limiter().change((state) => Object.assign(state, { spent: [] }));
    expect(await waiting).toMatchObject({ kind: "answered" });
  });
});

describe("nothing left this machine", () => {
  const request = {
    method: "POST",
    authorization: "Basic x",
    body: "{}",
    timeoutMs: 1000,
    usesFreshConnection: true,
  } as const;

  test("when the port is closed", async () => {
    expect(await exchange({ ...request, url: new URL("http://127.0.0.1:1/api") })).toEqual({
      kind: "unsent",
      reason: "refused",
    });
  });

  test("when the name is not found", async () => {
    expect(await exchange({ ...request, url: new URL("http://no-such-host.invalid/api") })).toMatchObject({
      kind: "unsent",
    });
  });

  test("when the TLS handshake fails", async () => {
    const { origin } = new URL(process.env.GATEWAY_URL ?? "");
    expect(await exchange({ ...request, url: new URL(origin.replace("http:", "https:")) })).toMatchObject({
      kind: "unsent",
    });
    expect(gateway.posts).toHaveLength(0);
  });
});

test.each([
  ["7 of 45/min; 70 of 5000/day", { minute: { used: 7, limit: 45 }, day: { used: 70, limit: 5000 } }],
  ["12 of 300/min", { minute: { used: 12, limit: 300 }, day: undefined }],
  ["nonsense", { minute: undefined, day: undefined }],
  ["-5 of 0/min", { minute: undefined, day: undefined }],
  ["-5 of 45/min; 1 of -5000/day", { minute: undefined, day: undefined }],
  ["0 of 0/min; 7 of 5000/day", { minute: undefined, day: { used: 7, limit: 5000 } }],
  ["46 of 45/min; 5001 of 5000/day", { minute: { used: 46, limit: 45 }, day: { used: 5001, limit: 5000 } }],
  ["999999999 of 45/min; 99999999999999999999 of 5000/day", { minute: undefined, day: undefined }],
  ["1 of 999999999/min; 1e9 of 5000/day", { minute: undefined, day: undefined }],
  ["NaN of NaN/min; Infinity of 5000/day", { minute: undefined, day: undefined }],
  [`${"1 of ".repeat(3000)}/min`, { minute: undefined, day: undefined }],
  [undefined, { minute: undefined, day: undefined }],
])("X-Rate-Limit %s is read as far as it goes", (header, expected) => {
  expect(readRateLimit(header)).toEqual(expected);
});

describeStoresOnSqlite("several hosts", (open) => {
  beforeAll(async () => useStore((await open()).db));

  test("a read goes on to the next host when one answers with a fault, and the faulty one is paused", async () => {
    const faulty = createServer((_, response) => response.writeHead(502).end("<h1>Bad gateway</h1>")).listen(
      0,
    );
    await once(faulty, "listening");
    const { port } = faulty.address() as AddressInfo; // it listens on a port
    const urls = env().gateway.urls;
    urls.unshift(new URL(`http://127.0.0.1:${port}/api/v2`));
    try {
      const first = await read("getBatch", { segments: { batch_key: "current" }, priority: "person" });
      expect(first).toMatchObject({ kind: "answered", value: { key: "1t1open" } });
      const states = async () => (await readReport()).hosts.map(({ state }) => state);
      // The limit is updated beside the answer, which does not wait for it.
      await expect.poll(states).toEqual(["rests", "works"]);
      expect(await sendMoney(sale)).toMatchObject({ kind: "answered" });
      expect(gateway.posts).toHaveLength(1);
    } finally {
      urls.shift();
      faulty.close();
    }
  });

  test("a paused host is probed by one request once its pause is over, and works again if it answers", async () => {
    let looks = 0;
    const fixed = createServer((request, response) => {
      const isLook = request.url === "/api/v2/batches?limit=1";
      looks += isLook ? 1 : 0;
      response.writeHead(isLook ? 200 : 404, { "content-type": "application/json" });
      const missing = { error: "Unable to locate the requested object.", errorcode: 47 };
      response.end(JSON.stringify(isLook ? { type: "list", total: 0, data: [] } : missing));
    }).listen(0);
    await once(fixed, "listening");
    const { port } = fixed.address() as AddressInfo; // it listens on a port
    const rested = { failures: 3, pausedUntil: 0, probedUntil: 0, lastFailure: "refused" };
    const urls = env().gateway.urls;
    urls.unshift(new URL(`http://127.0.0.1:${port}/api/v2`));
    try {
      await limiter().change((state) => Object.assign(state.hosts, { [`127.0.0.1:${port}`]: { ...rested } }));
      const asked = Array.from({ length: 4 }, (_, place) =>
        read("getTransaction", { segments: { trankey: `none-${place}` }, priority: "person" }),
      );
      for (const outcome of await Promise.all(asked)) expect(outcome).toMatchObject({ kind: "refused" });
      await expect.poll(async () => (await readReport()).hosts[0]?.state).toBe("works");
      expect(looks).toBe(1);
    } finally {
      urls.shift();
      fixed.close();
    }
  });
});
