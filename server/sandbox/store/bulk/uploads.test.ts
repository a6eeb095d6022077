import { beforeEach, expect, test } from "vitest";
import type { Store } from "../../context.ts";
import { describeStores } from "../test-store.ts";
import { beginUpload, isUploading, rememberRows, removeUpload } from "./uploads.ts";

describeStores("a bulk file that is uploaded again", (open) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });

  let files = 0;
  const begin = () =>
    store.transact((db) =>
      beginUpload(db, {
        key: `file-${++files}`,
        source_id: 1,
        client_ip: "127.0.0.1",
        server_ip: "127.0.0.1",
        filename: "payroll.csv",
        uploaded_at: 0,
        worker: "this process",
      }),
    );
  const lines = Array.from({ length: 2500 }, (_, line) => `line ${line}`);
  const repeated = async (file: number) =>
    (await store.transactLarge((db) => rememberRows(db, file, lines))).size;
  const clearSome = (file: number) => store.transact((db) => removeUpload(db, file));

  test("ignores the rows of an interrupted upload once its cleanup has begun", async () => {
    const broken = await begin();
    expect(await repeated(broken)).toBe(0);
    expect(await clearSome(broken)).toBe(false);

    const again = await begin();
    expect(await repeated(again)).toBe(0);
    while (!(await clearSome(broken)));
    expect(await repeated(await begin())).toBe(lines.length);
  });

  test("detects rows of a file that is still being uploaded", async () => {
    const first = await begin();
    await repeated(first);
    expect(await repeated(await begin())).toBe(lines.length);
    expect(await repeated(first)).toBe(0);
  });

  test("an interrupted upload never becomes a group, and a group is never cleaned up", async () => {
    const broken = await begin();
    await repeated(broken);
    await clearSome(broken);
    expect(await store.transact((db) => isUploading(db, broken))).toBe(false);

    const whole = await begin();
    await repeated(whole);
    await store.transact((db) =>
      db.updateTable("bulk_groups").set({ status: "Pending", worker: "" }).where("id", "=", whole).execute(),
    );
    expect(await clearSome(whole)).toBe(true);
    expect(await repeated(await begin())).toBe(lines.length);
  });
});
