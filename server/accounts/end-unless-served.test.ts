import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { closeStore } from "#server/db/close-store.ts";
import { openStore, storeKey } from "#server/db/db.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import { prepareAccountStore } from "#server/db/prepare-account-store.ts";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { toAccountEnvironment } from "./account-environment.ts";

const account = { id: "shop-2", name: "Shop 2", urls: "http://127.0.0.1:1", port: 3001, origin: null };
const keys = { apiKey: "key", apiPin: "pin", webhookKey: "" };

const signals: string[] = [];
vi.spyOn(process, "kill").mockImplementation((_pid, signal) => {
  signals.push(String(signal));
  return true;
});

describeStores("the console of a further account", (open, onSqlite) => {
  let main: TestStore;
  const shops: ReturnType<typeof openStore>[] = [];

  /** A process of its own: its modules are new, and it has the environment that the starter gives it. */
  async function startFollowing() {
    const { CONSOLE_ACCOUNT_VERSION } = toAccountEnvironment(
      process.env,
      "http://localhost:3000",
      { ...account, version: 4 },
      keys,
    );
    vi.stubEnv("CONSOLE_ACCOUNT_VERSION", CONSOLE_ACCOUNT_VERSION);
    vi.resetModules();
    const shop = openStore({ ...main.settings, account: account.id });
    shops.push(shop);
    Object.assign(globalThis, {
      [storeKey]: shop,
      [Symbol.for("merchant-console.following-settings")]: undefined,
    });
    const { startFollowingSettings } = await import("#server/merchant-settings/follow.ts");
    await startFollowingSettings();
  }

  beforeEach(async () => {
    main = await open();
    const place = { ...main.settings, account: account.id, mayBeNew: true };
    await prepareAccountStore(place);
    const made = openStore(place);
    await migrateToLatest(made);
    await closeStore(made);
    const row = { ...account, color: "teal", sealed: "x", version: 4, created_at: 1, removed_at: null };
    await main.db.insertInto("gateway_accounts").values(row).execute();
    signals.length = 0;
  });
  afterAll(async () => {
    for (const shop of shops) await closeStore(shop);
  });

  const endsAfter = async (change: { version: number } | { removed_at: number }) => {
    await startFollowing();
    await delay(1_200);
    expect(signals).toEqual([]);
    await main.db.updateTable("gateway_accounts").set(change).execute();
    await expect.poll(() => signals.length, { timeout: 5_000 }).toBe(1);
    await delay(1_200);
    expect(signals).toEqual(["SIGTERM"]);
  };

  it("ends, once, when its account is changed, and not before", () => endsAfter({ version: 5 }));

  onSqlite("ends, once, when its account is removed, and not before", () => endsAfter({ removed_at: 2 }));
});
