import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { GET as getMetrics } from "#app/api/metrics/route.ts";
import { GET as getReady } from "#app/api/readyz/route.ts";
import { commandNames } from "#lib/gateway/commands.ts";
import { recordAlone } from "#server/audit/record.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { cardNumber, cardSale, gateway, lose, run, setUpConsole } from "#server/payments/test-console.ts";
import { countOne, observe, readFamilies } from "./registry.ts";

vi.mock("next/headers", () => ({}));
vi.mock("next/navigation", () => ({}));

const token = "a token of a monitor, 32 characters or more".replaceAll(" ", "-");
vi.stubEnv("METRICS_TOKEN", token);
setUpConsole();

const ask = (authorization?: string) =>
  getMetrics(
    new Request("http://localhost/api/metrics", { headers: authorization ? { authorization } : {} }),
  );

/** The samples of the text format by name and labels. Throws on a line that isn't of it. */
async function scrape(): Promise<Map<string, number>> {
  const response = await ask(`Bearer ${token}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await response.text();
  expect(text.endsWith("\n")).toBe(true);
  const typed = new Set<string>();
  const samples = new Map<string, number>();
  for (const line of text.trimEnd().split("\n")) {
    const [, type] = /^# TYPE ([a-z_]+) (?:counter|gauge|histogram)$/.exec(line) ?? [];
    if (type) typed.add(type);
    else if (!/^# HELP [a-z_]+ \S.*$/.test(line)) {
      const [, name = "", labels = "", value = ""] =
        /^([a-z_]+)(\{(?:[a-z]+="(?:[^"\\\n]|\\.)*",?)*\})? (-?(?:\d+(?:\.\d+)?(?:e[+-]\d+)?|\+Inf))$/.exec(
          line,
        ) ?? [];
      expect(name, line).not.toBe("");
      expect(typed.has(name) || typed.has(name.replace(/_(bucket|sum|count)$/, "")), line).toBe(true);
      expect(samples.has(name + labels), line).toBe(false);
      samples.set(name + labels, Number(value));
    }
  }
  return samples;
}

describeStores("the metrics", (open, onSqlite) => {
  beforeAll(async () => useStore((await open()).db));
  beforeEach(() => gateway.reset());

  onSqlite("move after a payment: its outcome, its time, the gateway's answer and the limit", async () => {
    const before = await scrape();
    await run(cardSale());
    await new Promise(setImmediate); // What the gateway answered is counted after the answer is returned.
    const after = await scrape();
    const moved = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect(moved('console_payments_total{command="sale",result="approved"}')).toBe(1);
    expect(moved('console_payment_seconds_count{command="sale"}')).toBe(1);
    expect(moved('console_payment_seconds_bucket{command="sale",le="+Inf"}')).toBe(1);
    expect(moved('console_payment_seconds_bucket{command="sale",le="60"}')).toBe(1);
    expect(moved('console_payment_seconds_sum{command="sale"}')).toBeGreaterThan(0);
    expect(moved('console_gateway_request_seconds_count{what="sale",outcome="2xx"}')).toBe(1);
    expect(moved("console_audit_events")).toBe(2);
    // The limiter stores what it heard on its own.
    await expect.poll(async () => (await scrape()).get("console_gateway_reachable")).toBe(1);
    expect(after.get("process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
  });

  test("show a payment without an answer by its state and its age, until it is settled", async () => {
    const { id } = await lose(cardSale("7.77"));
    await db()
      .updateTable("attempts")
      .set({ prepared_at: Date.now() - 90_000 })
      .where("id", "=", id)
      .execute();
    const lost = await scrape();
    expect(lost.get('console_attempts_without_outcome{state="unknown"}')).toBe(1);
    expect(
      lost.get('console_attempt_oldest_without_outcome_seconds{state="unknown"}'),
    ).toBeGreaterThanOrEqual(90);
    expect(lost.get('console_payments_total{command="sale",result="unknown"}')).toBeGreaterThanOrEqual(1);
    await db().updateTable("attempts").set({ state: "resolved" }).where("id", "=", id).execute();
    const settled = await scrape();
    expect(settled.get('console_attempts_without_outcome{state="unknown"}')).toBe(0);
    expect(settled.get('console_attempt_oldest_without_outcome_seconds{state="unknown"}')).toBe(0);
  });

  test("count an event of the audit log that was removed", async () => {
    for (let at = 0; at < 3; at += 1) await recordAlone(db(), { name: "session.locked", by: "operator" });
    const sound = await scrape();
    expect(sound.get("console_audit_tail_breaks")).toBe(0);
    const newest = sound.get("console_audit_events") ?? 0;
    await db()
      .deleteFrom("audit_events")
      .where("position", "=", newest - 1)
      .execute();
    expect((await scrape()).get("console_audit_tail_breaks")).toBe(1);
  });

  test("hold no card data and no label that a request or a person chooses", async () => {
    await run(cardSale());
    const samples = await scrape();
    const text = [...samples.keys()].join("\n");
    expect(text).not.toContain(cardNumber);
    expect(text).not.toMatch(/Mira|Visa|2224|form-number/);
    const allowed = new Set<string>([
      ...commandNames,
      "minute",
      "day",
      "prepared",
      "sent",
      "unknown",
      "payment",
      "other",
    ]);
    const values = [...text.matchAll(/\b(?:command|window|state)="([^"]*)"/g)].map(([, value = ""]) => value);
    expect(values).toContain("sale");
    expect(values.filter((value) => !allowed.has(value))).toEqual([]);
  });

  test("need the token", async () => {
    expect((await ask()).status).toBe(401);
    expect((await ask("Bearer wrong")).status).toBe(401);
    expect(await (await ask("Bearer wrong")).text()).not.toContain("console_");
  });

  test("readiness names the store, its migrations and the gateway, and asks the gateway nothing", async () => {
    await run(cardSale());
    const asked = gateway.posts.length;
    const ready = await getReady();
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({
      status: "ready",
      store: "ok",
      migrations: "ok",
      gateway: "reachable",
    });
    expect(gateway.posts).toHaveLength(asked);
    await sql`insert into console_migrations (name, timestamp) values ('9999-later', '')`.execute(db());
    const newer = await getReady();
    expect(newer.status).toBe(503);
    expect(await newer.json()).toMatchObject({ status: "not ready", migrations: "newer" });
    await sql`delete from console_migrations where name = '9999-later'`.execute(db());
    await sql`update console_migrations set name = 'x' where name = (select max(name) from console_migrations)`.execute(
      db(),
    );
    expect((await getReady()).status).toBe(503);
  });
});

test("a list of labels that grows without end is cut off", () => {
  for (let at = 0; at < 1000; at += 1)
    countOne("console_payments_total", { command: `made-up-${at}`, result: "approved" });
  observe("console_payment_seconds", { command: "sale" }, 0.2);
  const family = readFamilies().find(({ name }) => name === "console_payments_total");
  expect(family?.series.length).toBeLessThanOrEqual(402);
  expect(family?.series.find(({ labels }) => labels.command === "other")?.count).toBeGreaterThan(500);
});
