import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { testFolder } from "#server/backup/test-backups.ts";
import { closeStore } from "#server/db/close-store.ts";
import { openStore } from "#server/db/db.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import { prepareAccountStore } from "#server/db/prepare-account-store.ts";
import { describeStoresOnSqlite, type TestStore } from "#server/db/test-store.ts";
import { applyTestSettings } from "#server/test-settings.ts";
import { findHead, recordAlone } from "./record.ts";
import { sendHead } from "./send-head.ts";

applyTestSettings();

describeStoresOnSqlite("audit:verify, with the heads of two accounts in one file", (open) => {
  let main: TestStore;
  let shop: ReturnType<typeof openStore>;
  let file: string;

  /** The log of each account has events of its own. Every head is sent by both ways. */
  beforeAll(async () => {
    main = await open();
    const place = { ...main.settings, account: "shop-2" };
    await prepareAccountStore(place);
    const made = openStore({ ...place, mayBeNew: true });
    await migrateToLatest(made);
    await closeStore(made);
    shop = openStore(place);
    const lines: string[] = [];
    const server = createServer(async (request: IncomingMessage, response) => {
      lines.push(await text(request));
      response.writeHead(204).end();
    }).listen(0, "127.0.0.1");
    const receiver = createSocket("udp4").bind(0, "127.0.0.1");
    receiver.on("message", (line) => lines.push(String(line)));
    await Promise.all([once(server, "listening"), once(receiver, "listening")]);
    const { port } = server.address() as AddressInfo; // it listens on a port
    for (const [store, events] of [
      [main.db, 2],
      [shop, 3],
    ] as const)
      for (let event = 0; event < events; event++) {
        await recordAlone(store, { name: "session.ended", by: "console" });
        await sendHead(store, new URL(`http://127.0.0.1:${port}/`), undefined);
        await sendHead(store, new URL(`syslog://127.0.0.1:${receiver.address().port}`), undefined);
      }
    await vi.waitFor(() => expect(lines).toHaveLength(10), { timeout: 5_000 });
    server.close();
    receiver.close();
    file = join(await testFolder(), "anchors");
    await writeFile(file, lines.join("\n"));
  });
  afterAll(() => closeStore(shop));

  async function verify(account: string, ...args: string[]) {
    const { dataDir, databaseUrl } = main.settings;
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL("./verify-cli.ts", import.meta.url)), ...args],
      {
        env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? "", CONSOLE_ACCOUNT: account },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    const [out, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
    return { out, code };
  }

  it("compares those of the account that is checked", async () => {
    const ofMain = await verify("", "--anchors", file);
    expect(ofMain.out).toContain("Anchors: holds\nAnchored: events 1 to 2.");
    expect(ofMain.out).toContain("Not compared: 6 anchors of other gateway accounts.");
    expect(ofMain.code).toBe(0);
    const ofShop = await verify("shop-2", "--anchors", file);
    expect(ofShop.out).toContain("Anchors: holds\nAnchored: events 1 to 3.");
    expect(ofShop.out).toContain("Not compared: 4 anchors of other gateway accounts.");
    expect(ofShop.code).toBe(0);
  });

  it("takes one that is typed without an account for the one that is checked", async () => {
    const head = await findHead(shop);
    const anchor = `${head?.position}:${head?.hash}`;
    expect((await verify("shop-2", "--anchor", anchor)).out).toContain("Anchored: events 1 to 3.");
    const wrong = await verify("", "--anchor", anchor);
    expect(wrong.out).toContain("Anchors: BROKEN");
    expect(wrong.code).toBe(1);
  });

  it("still finds a log of the account that was cut off", async () => {
    await shop.deleteFrom("audit_events").where("position", "=", 3).execute();
    const { out, code } = await verify("shop-2", "--anchors", file);
    expect(out).toContain("Anchors: BROKEN\n  event 3:");
    expect(code).toBe(1);
  });
});
