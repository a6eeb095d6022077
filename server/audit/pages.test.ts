import { AsyncResource } from "node:async_hooks";
import { channel } from "node:diagnostics_channel";
import { text } from "node:stream/consumers";
import { beforeEach, expect, it } from "vitest";
import { summaryOf } from "#lib/audit/describe.ts";
import { readAuditFilters, toAuditSearch } from "#lib/audit/filters.ts";
import { originOf } from "#lib/audit/origin.ts";
import { DAY_MS, dayIn } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { env } from "#server/env.ts";
import { identifyRequests } from "#server/http/request-id.ts";
import { nameBrowser } from "#server/speed/name-browser.ts";
import { applyTestSettings } from "#server/test-settings.ts";
import { exportEvents } from "./export-events.ts";
import { countEvents, listEvents } from "./list-events.ts";
import { type NewAuditEvent, recordAlone } from "./record.ts";
import { recordReading } from "./record-reading.ts";
import { readVerdict, verifyNow } from "./verification.ts";

applyTestSettings();

const ann = { id: "u1", name: "Ann Ode" };
const helen = { id: "admin-1", name: "Helen Park" };

describeStores("the pages of the audit log", (open) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await open();
    useStore(store.db);
  });

  const sale = (subject: string, at?: number): NewAuditEvent => ({
    name: "payment.recorded",
    by: ann,
    subject,
    ...(at !== undefined && { at }),
    fields: { command: "sale", cents: 4250, payer: "Visa ending 2224" },
  });
  const positions = async (search: string, limit?: number) =>
    (await listEvents(readAuditFilters(new URLSearchParams(search)), limit)).events.map(
      ({ position }) => position,
    );

  it("goes through the log without a gap or a repeat while events are added", async () => {
    for (let at = 1; at <= 7; at += 1) await recordAlone(db(), sale(`a${at}`));
    expect(await positions("", 3)).toEqual([7, 6, 5]);
    await recordAlone(db(), sale("later"));
    expect(await positions("before=5", 3)).toEqual([4, 3, 2]);
    expect(await positions("before=2", 3)).toEqual([1]);
    expect(await positions("after=4", 3)).toEqual([7, 6, 5]);
    const newest = await listEvents({}, 8);
    expect(newest).toMatchObject({ hasNewer: false, hasOlder: false });
    expect(await listEvents({ before: 5 }, 3)).toMatchObject({ hasNewer: true, hasOlder: true });
  });

  it("filters by area, severity, user, subject and day", async () => {
    const now = Date.now();
    await recordAlone(db(), sale("a1", now - 3 * DAY_MS));
    await recordAlone(db(), { name: "user.disabled", by: "operator", subject: ann.id });
    await recordAlone(db(), { name: "session.locked", by: helen, subject: helen.id });
    expect(await positions("area=payments")).toEqual([1]);
    expect(await positions("severity=alert")).toEqual([2]);
    expect(await positions("area=payments&severity=alert")).toEqual([]);
    expect(await positions("user=u1")).toEqual([2, 1]);
    for (const about of ["a1", "42.50", "$42.50", "Visa ending", "Visa ending 2224"])
      expect(await positions(`subject=${encodeURIComponent(about)}`)).toEqual([1]);
    for (const about of ["a9", "2.50", "4250.00", "%"])
      expect(await positions(`subject=${encodeURIComponent(about)}`)).toEqual([]);
    expect(await countEvents({})).toEqual({ count: 3, isMore: false });
    expect(await countEvents({ user: "u1" })).toEqual({ count: 2, isMore: false });
    expect(await countEvents({ area: "payments", before: 1 })).toEqual({ count: 1, isMore: false });
    const today = dayIn(env().gatewayTimeZone, now);
    expect(await positions(`from=${today}`)).toEqual([3, 2]);
    expect(await positions(`to=${dayIn(env().gatewayTimeZone, now - 3 * DAY_MS)}`)).toEqual([1]);
    expect(await positions("area=none&from=tomorrow&before=x")).toEqual([3, 2, 1]);
  });

  it("keeps where a person's act came from: found by search, exported, and never that of the console's own acts", async () => {
    const browser = nameBrowser("browser of workstation 2");
    const cookies =
      "console.session=x; __Host-console.browser=browser%20of%20workstation%202; console.drawer=Workstation%202";
    Object.assign(env(), { cashDrawers: ["Drawer 1"] });
    await inRequest({ "x-forwarded-for": "::ffff:10.0.4.22", cookie: cookies }, async () => {
      await recordAlone(db(), sale("a1"));
      await recordAlone(db(), { name: "batch.closed", by: "console", fields: { state: "settled" } });
      Object.assign(env(), { cashDrawers: ["Workstation 1", "Workstation 2"] });
      await recordAlone(db(), sale("a2"));
    });
    const fields = { address: "10.0.4.9", reason: "Wrong password" };
    await recordAlone(db(), { name: "session.refused", by: "console", fields });
    await recordAlone(db(), sale("a3"));
    const { events } = await listEvents({});
    expect(events.map(originOf)).toEqual([
      { workstation: undefined, address: undefined },
      { workstation: undefined, address: "10.0.4.9" },
      { workstation: "Workstation 2", address: "10.0.4.22" },
      { workstation: "Server", address: undefined },
      { workstation: `Browser ${browser}`, address: "10.0.4.22" },
    ]);
    expect(events.map(summaryOf)[1]).toBe("Wrong password");
    expect(await positions("subject=10.0.4.22")).toEqual([3, 1]);
    expect(await positions("subject=Workstation+2")).toEqual([3]);
    expect(await positions(`subject=${browser}`)).toEqual([1]);
    const file = await text(await exportEvents(helen, {}));
    expect(file).toContain(",From workstation,From address,Subject,");
    expect(file).toContain(`,Payment recorded,Ann Ode,u1,Browser ${browser},10.0.4.22,a1,`);
    expect(file).toContain(",Payment recorded,Ann Ode,u1,Workstation 2,10.0.4.22,a2,");
    expect(file).not.toContain("browser of workstation 2");
  });

  it("says in one line what happened", async () => {
    await recordAlone(db(), sale("a1"));
    const [event] = (await listEvents({})).events;
    expect(event && summaryOf(event)).toBe("Charge, $42.50, Visa ending 2224");
  });

  it("shows an event that somebody put there by hand as unknown", async () => {
    await recordAlone(db(), sale("a1"));
    await db()
      .updateTable("audit_events")
      .set({ name: "payment.invented" as "log.read", data: "no JSON" })
      .execute();
    const [event] = (await listEvents({})).events;
    expect(event && summaryOf(event)).toBe("");
    expect(await text(await exportEvents(helen, {}))).toContain('"Unknown event ""payment.invented""');
  });

  it("records each reading and each file, with what was asked for", async () => {
    await recordAlone(db(), sale("a1"));
    await recordReading(helen, { area: "payments" });
    const file = await text(await exportEvents(helen, { area: "payments" }));
    expect(file.split("\r\n")).toHaveLength(3);
    expect(file).toContain(
      "Payment recorded,Ann Ode,u1,,,a1,Command: Charge; Amount: $42.50; Payer: Visa ending 2224",
    );
    expect((await listEvents({ user: helen.id })).events).toMatchObject([
      { name: "export.taken", data: { format: "csv", query: toAuditSearch({ area: "payments" }) } },
      { name: "log.read", data: { query: "area=payments" } },
    ]);
  });

  it("keeps the verdict of a verification, and finds a change after it", async () => {
    expect(await readVerdict()).toBeUndefined();
    await recordAlone(db(), { name: "session.locked", by: ann, subject: ann.id });
    await verifyNow(helen);
    expect(await readVerdict()).toMatchObject({ by: "Helen Park", events: 1, faults: 0, isWhole: true });
    await db().updateTable("audit_events").set({ user_name: "Bea" }).where("position", "=", 1).execute();
    await verifyNow(helen);
    expect(await readVerdict()).toMatchObject({
      events: 2,
      faults: 1,
      shown: [{ at: "event 1", message: "It was changed after it was written." }],
    });
    expect((await listEvents({ area: "audit" })).events.map(({ data }) => data)).toEqual([
      { events: 2, faults: 1 },
      { events: 1, faults: 0 },
    ]);
  });

  it("stops a verification whose time is over, and says so", async () => {
    const events = Array.from(
      { length: 1100 },
      (_, at): NewAuditEvent => ({
        name: "session.locked",
        by: ann,
        subject: `s${at}`,
      }),
    );
    await recordAlone(db(), ...events);
    expect(await verifyNow(helen, -1)).toMatchObject({ events: 1000, isWhole: false, faults: 0 });
    expect(await verifyNow(helen)).toMatchObject({ events: 1101, isWhole: true, faults: 0 });
  });
});

/** As Node announces a request, of which everything in `act` is a part. */
async function inRequest(headers: Record<string, string>, act: () => Promise<void>): Promise<void> {
  identifyRequests();
  await new AsyncResource("request").runInAsyncScope(() => {
    const request = { headers };
    const response = { req: request, setHeader: () => undefined };
    channel("http.server.request.start").publish({ request, response });
    return act();
  });
}
