import { afterEach, describe, expect, test } from "vitest";
import { describeSandbox, goodCard, type RunningSandbox, startSandbox } from "#e2e/support/sandbox.ts";
import { makeSale } from "../payments.ts";

const settings = { SANDBOX_RATE_LIMIT: "1000000/min,6/day" };

/** So many of the day are counted, and no more of the minute: that may have turned in between. */
const used = (count: number) =>
  expect.stringMatching(new RegExp(`^[0-${count}] of 1000000/min; ${count} of 6/day$`));

describeSandbox(
  "limits",
  (sandbox) => {
    const get = (options = {}) => sandbox().request("GET", "/batches", undefined, options);

    test("every response carries X-Rate-Limit; unauthenticated requests are not counted", async () => {
      expect((await get()).headers.get("x-rate-limit")).toBe("1 of 1000000/min; 1 of 6/day");
      const missing = await sandbox().request("GET", "/batches/current");
      expect(missing.headers.get("x-rate-limit")).toEqual(used(2));
      for (const stranger of [{ pin: "wrong" }, { key: "unknown" }, { authorization: null }]) {
        const { status, headers } = await get(stranger);
        expect([status, headers.get("x-rate-limit")]).toEqual([401, used(2)]);
      }
      expect((await get()).headers.get("x-rate-limit")).toEqual(used(3));
    });

    test("refused requests are counted and carry the header", async () => {
      const answers = [
        await sandbox().request("GET", "/nowhere"),
        await sandbox().request("POST", "/transactions", "{"),
        await sandbox().command("sale"),
        await sandbox().request("POST", "/transactions", "x".repeat(2_000_000)),
        await sandbox().request("GET", "/batches?limit=none"),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 400, 400, 413, 400]);
      expect(answers.map(usedToday)).toEqual([1, 2, 3, 4, 5]);
    });

    test("over the limit it is 429 with 155 and the documented status text, and is not counted", async () => {
      for (let count = 0; count < 6; count++) expect((await get()).status).toBe(200);
      for (let count = 0; count < 2; count++) {
        const { status, statusText, body, headers } = await get();
        expect([status, statusText]).toEqual([429, "API Rate Limit Exceed"]);
        expect(body).toEqual({ error: "API Rate Limit Exceed", errorcode: 155 });
        expect(headers.get("x-rate-limit")).toEqual(used(6));
      }
    });

    test("of concurrent payments exactly as many run as the limit allows, including invalid ones", async () => {
      const asked = Array.from({ length: 12 }, (_, place) =>
        sandbox().command("sale", {
          amount: `1.${place + 10}`,
          ...(place % 3 > 0 && { creditcard: goodCard }),
        }),
      );
      const answers = await Promise.all(asked);
      const counted = answers.filter(({ status }) => status !== 429);
      expect(counted.map(usedToday).sort()).toEqual([1, 2, 3, 4, 5, 6]);
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.map(usedToday)).toEqual(Array(6).fill(6));
      expect(new Set(refused.map(({ body }) => body.errorcode))).toEqual(new Set([155]));
      const made = answers.filter(({ body }) => body.result_code === "A");
      expect((await sandbox().control("GET", "/state")).transactions).toBe(made.length);
    });

    test("a registered endpoint key has its own limits and callers", async () => {
      const own = { key: "registered", pin: "1" };
      await sandbox().control("POST", "/keys", {
        ...own,
        endpoint: "MYAPP",
        limits: { minute: 90000, day: 2 },
      });
      expect((await get({ ...own, endpoint: "MYAPP" })).headers.get("x-rate-limit")).toBe(
        "1 of 90000/min; 1 of 2/day",
      );
      expect((await get()).headers.get("x-rate-limit")).toContain("1 of 6/day");
      await get({ ...own, endpoint: "MYAPP" });
      expect((await get({ ...own, endpoint: "MYAPP" })).status).toBe(429);
      await sandbox().control("POST", "/keys", { ...own, endpoint: "PLAIN" });
      expect((await get({ ...own, endpoint: "PLAIN" })).headers.get("x-rate-limit")).toBe(
        "1 of 500/min; 1 of 50000/day",
      );
      await sandbox().control("POST", "/keys", { ...own, endpoint: "THEIRS", allowedIps: ["203.0.113.9"] });
      const blocked = await get({ ...own, endpoint: "THEIRS" });
      expect([blocked.status, blocked.statusText, blocked.body.errorcode]).toEqual([
        401,
        "Access Denied",
        156,
      ]);
    });

    test("the documented test addresses answer as a limited and as a blocked caller, without a signature", async () => {
      const unsigned = { authorization: null };
      const limited = () => sandbox().request("GET", "/_", undefined, { ...unsigned, endpoint: "RATELIMT" });
      const statuses = [(await limited()).status, (await limited()).status];
      expect(statuses[1]).toBe(429);
      expect((await limited()).body).toEqual({ error: "API Rate Limit Exceed", errorcode: 155 });
      const blocked = await sandbox().request("GET", "/_", undefined, { ...unsigned, endpoint: "IPACCESS" });
      expect([blocked.status, blocked.statusText, blocked.body]).toEqual([
        401,
        "Access Denied",
        { error: "Access Denied", errorcode: 156 },
      ]);
      expect(statuses[0]).toBe(200);
      await sandbox().control("POST", "/reset");
      expect((await limited()).status).toBe(200);
    });
  },
  settings,
);

describeSandbox("without a limit", (sandbox) => {
  test.each(["/ping", "/api/ping", "/api/v2/ping"])("GET %s answers UP to anyone", async (path) => {
    const answer = await fetch(new URL(path, sandbox().url));
    expect([answer.status, await answer.text()]).toEqual([200, "UP"]);
    expect((await fetch(new URL(path, sandbox().url), { method: "POST" })).status).not.toBe(200);
  });

  test("no reply mentions a limit", async () => {
    expect((await sandbox().request("GET", "/batches")).headers.get("x-rate-limit")).toBeNull();
  });
});

const postgres = process.env.TEST_POSTGRES_URL;
const usedToday = ({ headers }: { headers: Headers }) =>
  Number(/; (\d+) of/.exec(headers.get("x-rate-limit") ?? "")?.[1]);

describe("limits over time and between processes", () => {
  const started: RunningSandbox[] = [];
  const start = async (options: Parameters<typeof startSandbox>[0]) => {
    const sandbox = await startSandbox({ settings, ...options });
    started.push(sandbox);
    return sandbox;
  };
  // The process that owns the store stops last.
  afterEach(async () => {
    for (const sandbox of started.splice(0).reverse()) await sandbox.stop();
  });

  test("an endpoint key's own limits hold where the global limit is off", async () => {
    const sandbox = await startSandbox({ settings: { SANDBOX_RATE_LIMIT: "off" } });
    started.push(sandbox);
    await sandbox.control("POST", "/keys", {
      key: sandbox.key,
      pin: sandbox.pin,
      endpoint: "counter",
      limits: { minute: 1000, day: 2 },
    });
    const get = (endpoint?: string) =>
      sandbox.request("GET", "/batches", undefined, endpoint ? { endpoint } : {});
    expect((await get("counter")).headers.get("X-Rate-Limit")).toBe("1 of 1000/min; 1 of 2/day");
    expect((await get("counter")).status).toBe(200);
    expect((await get("counter")).status).toBe(429);
    expect((await get()).headers.get("X-Rate-Limit")).toBeNull();
  });

  test.each(["sqlite", ...(postgres ? [postgres] : [])])("hold over a restart (store %#)", async (store) => {
    const sandbox = await start({ store });
    const get = () => sandbox.request("GET", "/batches");
    await makeSale(sandbox, "1.00");
    await get();
    await sandbox.end();
    await sandbox.restart();
    for (let used = 3; used <= 6; used++) expect(usedToday(await get())).toBe(used);
    expect((await get()).status).toBe(429);
  });

  test.runIf(postgres)("two processes on one PostgreSQL share them to the last request", async () => {
    const first = await start({ store: postgres ?? "" });
    const second = await start({ store: { sameAs: first } });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) => (place % 2 ? first : second).request("GET", "/batches")),
    );
    const admitted = answers.filter(({ status }) => status === 200).map(usedToday);
    expect(admitted.sort()).toEqual([1, 2, 3, 4, 5, 6]);
    const refused = answers.filter(({ status }) => status === 429).map(usedToday);
    expect(refused).toEqual(Array(14).fill(6));
  });

  test.runIf(postgres)("two processes on one PostgreSQL make no payment beyond them", async () => {
    const first = await start({ store: postgres ?? "" });
    const second = await start({ store: { sameAs: first } });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        (place % 2 ? first : second).command("sale", { amount: `1.${place + 10}`, creditcard: goodCard }),
      ),
    );
    const made = answers.filter(({ body }) => body.result_code === "A");
    expect(made.map(usedToday).sort()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(answers.filter(({ status }) => status === 429).map(usedToday)).toEqual(Array(14).fill(6));
    expect((await first.control("GET", "/state")).transactions).toBe(6);
  });

  test.runIf(postgres)("the test address refuses the second request, whichever process gets it", async () => {
    const first = await start({ store: postgres ?? "" });
    const second = await start({ store: { sameAs: first } });
    const call = (sandbox: RunningSandbox) =>
      sandbox.request("GET", "/_", undefined, { authorization: null, endpoint: "RATELIMT" });
    const together = await Promise.all([call(first), call(second), call(first)]);
    expect(together.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    await first.control("POST", "/reset");
    expect([(await call(second)).status, (await call(first)).status]).toEqual([200, 429]);
  });
});
