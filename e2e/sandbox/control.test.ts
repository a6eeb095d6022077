import { get } from "node:http";
import { expect, test } from "vitest";
import { describeSandbox, describeSandboxOnSqlite, goodCard, startSandbox } from "#e2e/support/sandbox.ts";
import { closeBatch, currentBatch, makeSettledSale } from "./payments.ts";

describeSandboxOnSqlite("faults", (sandbox) => {
  const arm = (fault: Record<string, unknown>) => sandbox().control("POST", "/faults", fault);
  const sell = () => sandbox().command("sale", { amount: "4.00", creditcard: goodCard });
  const count = async () => (await sandbox().control("GET", "/state")).transactions;

  test("reset-before ends the connection and charges nothing", async () => {
    await arm({ kind: "reset-before", command: "sale", times: 1 });
    await expect(sell()).rejects.toThrow();
    expect(await count()).toBe(0);
    expect((await sell()).body.result_code).toBe("A");
  });

  test("reset-after-commit charges and loses the answer", async () => {
    await arm({ kind: "reset-after-commit", command: "sale" });
    await expect(sell()).rejects.toThrow();
    expect(await currentBatch(sandbox())).toMatchObject({ sales_amount: 4, sales_count: 1 });
    expect((await sell()).body.is_duplicate).toBe("Y");
  });

  test("truncate charges and answers with half of the JSON", async () => {
    await arm({ kind: "truncate" });
    const { status, body, text } = await sell();
    expect([status, body]).toEqual([200, undefined]);
    expect(text).toMatch(/^\{"type":"transaction"/);
    expect(await count()).toBe(1);
  });

  test("html answers with an error page and charges nothing", async () => {
    await arm({ kind: "html" });
    const { status, headers, text } = await sell();
    expect([status, headers.get("content-type")]).toEqual([502, expect.stringContaining("text/html")]);
    expect(text).toContain("<html>".slice(0, 1));
    expect(await count()).toBe(0);
  });

  test.each([
    ["status-429", 429, 155],
    ["status-500", 500, 1],
    ["status-503", 503, 1],
  ])("%s is answered with its status and charges nothing", async (kind, status, errorcode) => {
    await arm({ kind });
    const answer = await sell();
    expect([answer.status, answer.body.errorcode]).toEqual([status, errorcode]);
    expect(await count()).toBe(0);
  });

  test("slow waits and then runs the request", async () => {
    await arm({ kind: "slow", delayMs: 300 });
    const startedAt = performance.now();
    expect((await sell()).body.result_code).toBe("A");
    expect(performance.now() - startedAt).toBeGreaterThan(290);
  });

  test("a fault applies to matching requests, the given number of times", async () => {
    await arm({ kind: "status-503", path: "/batches", times: 2 });
    expect((await sell()).status).toBe(200);
    expect((await sandbox().request("GET", "/batches")).status).toBe(503);
    expect((await sandbox().request("GET", "/batches/current")).status).toBe(503);
    expect((await sandbox().request("GET", "/batches")).status).toBe(200);
    await arm({ kind: "status-503", command: "void", path: "/transactions" });
    expect((await sell()).status).toBe(200);
    expect((await sandbox().command("void", { trankey: "x" })).status).toBe(503);
  });

  test("DELETE removes all faults, and so does a reset", async () => {
    await arm({ kind: "status-503", times: 9 });
    await sandbox().control("DELETE", "/faults");
    expect((await sell()).status).toBe(200);
    await arm({ kind: "status-503", times: 9 });
    await sandbox().control("POST", "/reset");
    expect((await sell()).status).toBe(200);
  });

  test("an invalid fault is refused", async () => {
    await expect(arm({ kind: "explode" })).rejects.toThrow("must be one of");
  });
});

describeSandbox("the control plane", (sandbox) => {
  test("reset empties everything but the keys", async () => {
    await sandbox().control("POST", "/keys", { key: "kept", pin: "1" });
    await makeSettledSale(sandbox(), "1.00");
    await sandbox().command("cc:save", { creditcard: goodCard });
    await sandbox().control("POST", "/clock", { advance: "P400D" });
    await sandbox().control("POST", "/reset");
    expect(await sandbox().control("GET", "/state")).toEqual({
      transactions: 0,
      batches: 0,
      tokens: 0,
      groups: 0,
      deliveries: 0,
      requests: {},
      residentBytes: expect.any(Number),
    });
    const { body } = await sandbox().command(
      "sale",
      { amount: 1, creditcard: goodCard },
      { key: "kept", pin: "1" },
    );
    const { created } = (await sandbox().request("GET", `/transactions/${body.key}`)).body;
    expect(created.slice(0, 4)).toBe(String(new Date().getFullYear()));
  });

  test("state counts answers by their status", async () => {
    await sandbox().request("GET", "/batches");
    await sandbox().request("GET", "/batches/current");
    expect((await sandbox().control("GET", "/state")).requests).toEqual({ 200: 1, 404: 1 });
  });

  test("the clock moves forward, keeps running and never goes back", async () => {
    const { now } = await sandbox().control("POST", "/clock", { set: "2031-01-01T00:00:00" });
    expect(now).toMatch(/^2031-01-01 00:00:0/);
    const later = await sandbox().control("POST", "/clock", { advance: "P1DT1H1M1S" });
    expect(later.now).toMatch(/^2031-01-02 01:01:0/);
    await expect(sandbox().control("POST", "/clock", { set: "2030-01-01T00:00:00" })).rejects.toThrow(
      "not be before",
    );
  });

  test.each([
    {},
    { advance: "1h" },
    { advance: "P" },
    { advance: "P1M" },
    { advance: "P99999999999999999999999D" },
    { set: "soon" },
    { set: "2031-01-01T00:00:00", advance: "PT1S" },
  ])("%j does not move the clock", async (change) => {
    await expect(sandbox().control("POST", "/clock", change)).rejects.toThrow("21004");
  });

  test("closing without an open batch is 404", async () => {
    await expect(closeBatch(sandbox())).rejects.toThrow("47");
  });

  /** As a program sends it: `fetch` has its own Sec-Fetch-Site and no Host. */
  const askWith = async (headers: Record<string, string>) => {
    const { port } = new URL(sandbox().controlUrl);
    return await new Promise<number | undefined>((resolve, reject) => {
      get({ host: "127.0.0.1", port, path: "/_sandbox/state", headers }, (response) => {
        response.resume().once("end", () => resolve(response.statusCode));
      }).once("error", reject);
    });
  };

  test.each([
    { Origin: "http://evil.test" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { "X-Forwarded-For": "203.0.113.9" },
    { "X-Forwarded-Host": "shop.example" },
    { "X-Real-IP": "203.0.113.9" },
    { Forwarded: "for=203.0.113.9" },
    { Via: "1.1 proxy.example" },
  ])("a browser page or a caller behind a proxy gets 404: %j", async (headers) => {
    expect(await askWith(headers)).toBe(404);
  });

  test("a tool on this machine is answered", async () => {
    expect(await askWith({ "Sec-Fetch-Site": "none" })).toBe(200);
  });

  test.each([
    ["shop.example", 404],
    ["127.0.0.1.shop.example:80", 404],
    ["localhost:1", 200],
    ["[::1]", 200],
  ])("to a caller who takes it for %s it answers %d", async (host, status) => {
    expect(await askWith({ host })).toBe(status);
  });
});

test("when it is off, the control plane does not exist", async () => {
  const sandbox = await startSandbox({ settings: { SANDBOX_CONTROL: "off" } });
  await expect(sandbox.control("GET", "/state")).rejects.toThrow("21001");
  await sandbox.stop();
});
