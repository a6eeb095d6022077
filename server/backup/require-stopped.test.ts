import { join } from "node:path";
import { expect, test } from "vitest";
import { adoptKeyring } from "#server/data-keys/keyring.ts";
import { closeStore } from "#server/db/close-store.ts";
import { openStore } from "#server/db/db.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import { prepareAccountStore } from "#server/db/prepare-account-store.ts";
import { describeStores } from "#server/db/test-store.ts";
import { runCli, testFolder } from "./test-backups.ts";
import { writeBackup } from "./write-backup.ts";

describeStores("the main store", (open) => {
  test("is restored only once the consoles of all accounts have stopped, which use its people too", async () => {
    const main = await open();
    await adoptKeyring(main.db);
    const path = join(await testFolder(), "main.backup");
    await writeBackup(main.db, path);
    const place = { ...main.settings, account: "shop-2", mayBeNew: true };
    await prepareAccountStore(place);
    const shop = openStore(place);
    // One that was not served yet holds up nothing.
    expect(await runCli("restore", main.settings, [path, "--replace"])).toMatchObject({ code: 0 });
    await migrateToLatest(shop);
    await shop
      .insertInto("processes")
      .values({ id: "of the shop", seen_at: Date.now() + 30_000, key_ids: "" })
      .execute();
    const refused = await runCli("restore", main.settings, [path, "--replace"]);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toContain("A console is using this store. Nothing was changed.");
    await shop.deleteFrom("processes").execute();
    await closeStore(shop);
    expect(await runCli("restore", main.settings, [path, "--replace"])).toMatchObject({ code: 0 });
  });
});
