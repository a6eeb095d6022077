import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isSettingText } from "#lib/settings/fields.ts";
import { merchantSettingNames, merchantSettings } from "#lib/settings/merchant-settings.ts";
import type { SettingChange } from "#lib/settings/settings-page.ts";
import { verifyLog } from "#server/audit/verify.ts";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { env } from "#server/env.ts";
import { Settings } from "#server/settings.ts";
import { applyTestSettings } from "#server/test-settings.ts";
import { changeSettings } from "./change-settings.ts";
import { readOverrides } from "./follow.ts";
import { listSettings } from "./list-settings.ts";
import { applyOverrides } from "./overrides.ts";

applyTestSettings();
const helen = { id: "a3f0c7de-0000-4000-8000-000000000001", name: "Helen Marsh" };
const omar = { id: "a3f0c7de-0000-4000-8000-000000000002", name: "Omar Diaz" };
const change = (name: SettingChange["name"], value: string | null, version = 0): SettingChange => ({
  name,
  value,
  version,
});

afterEach(() => {
  applyOverrides({});
  vi.unstubAllEnvs();
});

it("the page accepts every built-in value that the environment accepts", () => {
  for (const name of merchantSettingNames) {
    const { builtIn } = merchantSettings[name];
    if (builtIn === "") continue;
    expect(isSettingText(name, builtIn), name).toBe(true);
    expect(Settings.shape[name].safeParse(builtIn).success, name).toBe(true);
  }
});

describeStores("the merchant's settings", (open) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await open();
  });
  const viewOf = async (name: string) => (await listSettings(store.db)).find((view) => view.name === name);

  it("go back to what the environment says, a list of fields too", async () => {
    vi.stubEnv("CUSTOM_FIELD_NAMES", "1=Delivery window");
    const ofServer = { text: "1=Delivery window", from: "environment" };
    expect(await viewOf("CUSTOM_FIELD_NAMES")).toMatchObject(ofServer);
    const renamed = change("CUSTOM_FIELD_NAMES", "1=Delivery time, 2=Florist");
    expect(await changeSettings(store.db, helen, [renamed], 1000)).toMatchObject({ ok: true });
    const own = await viewOf("CUSTOM_FIELD_NAMES");
    expect(own).toMatchObject({ text: "1=Delivery time, 2=Florist", from: "page" });
    const reset = change("CUSTOM_FIELD_NAMES", null, own?.version);
    expect(await changeSettings(store.db, helen, [reset], 2000)).toMatchObject({ ok: true });
    expect(await viewOf("CUSTOM_FIELD_NAMES")).toMatchObject(ofServer);
  });

  it("count at once, say where they come from, and go back to the default", async () => {
    vi.stubEnv("WORKSTATION_LOCK_MINUTES", "20");
    expect(await viewOf("WORKSTATION_LOCK_MINUTES")).toMatchObject({
      text: "20",
      from: "environment",
      version: 0,
    });
    expect(await viewOf("RECALL_SECONDS")).toMatchObject({ text: "30", from: "builtIn" });
    const changes = [
      change("WORKSTATION_LOCK_MINUTES", "5"),
      change("RECALL_ABOVE", "250.00"),
      change("MONEY_LIMITS", "clerk refund 100.00/300.00"),
      change("TIP_PERCENTAGES", ""),
      change("APPROVAL_SECONDS", "120"),
    ];
    expect(await changeSettings(store.db, helen, changes, 1000)).toMatchObject({ ok: true });
    expect(env()).toMatchObject({
      workstationLockMinutes: 5,
      refundDelayAboveCents: 25_000,
      moneyLimits: { clerk: { refund: { transactionCents: 10_000, dayCents: 30_000 } } },
      tipPercents: [],
      approvalMs: 120_000,
    });
    expect(await viewOf("WORKSTATION_LOCK_MINUTES")).toEqual({
      name: "WORKSTATION_LOCK_MINUTES",
      text: "5",
      from: "page",
      fallback: "20",
      version: 1,
      changed: { by: "Helen Marsh", at: 1000 },
    });
    await changeSettings(store.db, helen, [change("WORKSTATION_LOCK_MINUTES", null, 1)], 2000);
    expect(await viewOf("WORKSTATION_LOCK_MINUTES")).toMatchObject({
      text: "20",
      from: "environment",
      version: 2,
    });
  });

  it("reach another process by the store alone, in which nothing waits though the environment says so", async () => {
    vi.stubEnv("RECALL_ABOVE", "100.00");
    await changeSettings(store.db, helen, [
      change("RECALL_ABOVE", ""),
      change("MERCHANT_NAME", "Alder Street"),
    ]);
    applyOverrides({});
    expect(env().merchantName).toBe("Merchant");
    await readOverrides(store.another());
    expect(env()).toMatchObject({ merchantName: "Alder Street", refundDelayAboveCents: undefined });
  });

  it("refuses all changes of a person who has not seen a colleague's", async () => {
    await changeSettings(store.db, helen, [change("DRAWER_TOLERANCE", "2.00")]);
    const refused = await changeSettings(store.db, omar, [
      change("DRAWER_TOLERANCE", "9.00"),
      change("RECALL_SECONDS", "60"),
    ]);
    expect(refused).toMatchObject({
      ok: false,
      problem: { fields: { DRAWER_TOLERANCE: "Helen Marsh has changed this." } },
    });
    expect(await viewOf("DRAWER_TOLERANCE")).toMatchObject({ text: "2.00" });
    expect(await viewOf("RECALL_SECONDS")).toMatchObject({ from: "builtIn", version: 0 });
    expect(await changeSettings(store.db, omar, [change("DRAWER_TOLERANCE", "9.00", 1)])).toEqual({
      ok: true,
      value: null,
    });
  });

  it("lets one of two people win who save the same setting at the same moment", async () => {
    const both = await Promise.all(
      [helen, omar].map((by, place) =>
        changeSettings(place === 0 ? store.db : store.another(), by, [
          change("DRAWER_TOLERANCE", `${place + 1}.00`),
        ]),
      ),
    );
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await viewOf("DRAWER_TOLERANCE")).toMatchObject({ version: 1 });
  });

  it("records who changed what from what to what", async () => {
    await changeSettings(store.db, helen, [
      change("RECALL_SECONDS", "45"),
      change("CASH_DRAWERS", "Drawer 1"),
    ]);
    const events = await store.db.selectFrom("audit_events").selectAll().execute();
    const changed = events.filter(({ name }) => name === "setting.changed");
    expect(
      changed.map(({ user_name, subject, data }) => ({ user_name, subject, ...JSON.parse(data) })),
    ).toEqual([
      {
        user_name: "Helen Marsh",
        subject: "RECALL_SECONDS",
        setting: "Delay in seconds",
        from: "30",
        to: "45",
      },
    ]);
    expect((await verifyLog(store.db)).integrity).toEqual([]);
  });

  it("refuses a text that the environment would refuse", async () => {
    for (const wrong of ["4", "", "x", " 30"])
      expect(await changeSettings(store.db, helen, [change("RECALL_SECONDS", wrong)])).toMatchObject({
        ok: false,
        problem: { fields: { RECALL_SECONDS: expect.any(String) } },
      });
  });

  it("keeps a drawer that is open", async () => {
    await store.db
      .insertInto("drawer_shifts")
      .values({
        number: 1,
        drawer: "Drawer 1",
        state: "open",
        opened_at: 1,
        opened_by: helen.id,
        opened_by_name: helen.name,
        float_cents: 0,
        cash_attempts: 0,
      } as never) // the other columns are null
      .execute();
    expect(await changeSettings(store.db, helen, [change("CASH_DRAWERS", "Counter")])).toMatchObject({
      ok: false,
      problem: { fields: { CASH_DRAWERS: "Drawer 1 has an open shift: close it before you remove it." } },
    });
    expect(
      await changeSettings(store.db, helen, [change("CASH_DRAWERS", "Drawer 1, Counter")]),
    ).toMatchObject({
      ok: true,
    });
  });

  it("leaves the environment's value where the store's can't be read", async () => {
    await store.db
      .insertInto("merchant_settings")
      .values({ name: "RECALL_SECONDS", value: "soon", version: 1, changed_at: 1, changed_by: "x" })
      .execute();
    await readOverrides(store.db);
    expect(env().refundDelayMs).toBe(30_000);
  });
});
