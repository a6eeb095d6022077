import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { beforeEach, expect, it } from "vitest";
import { describeStoresOnSqlite, type TestStore } from "#server/db/test-store.ts";
import { applyTestSettings } from "#server/test-settings.ts";
import { recordAlone } from "./record.ts";
import { sendHead } from "./send-head.ts";
import { verifyLog } from "./verify.ts";

applyTestSettings();

describeStoresOnSqlite("the head of the audit log, sent elsewhere", (open) => {
  let store: TestStore;
  const add = () => recordAlone(store.db, { name: "session.locked", by: { id: "u1", name: "Ann" } });
  beforeEach(async () => {
    store = await open();
    await add();
  });

  async function receive(status: number, send: (to: URL) => Promise<void>): Promise<string[]> {
    const bodies: string[] = [];
    const server = createServer(async (request: IncomingMessage, response) => {
      bodies.push(await text(request));
      response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end();
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    try {
      await send(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/heads`)); // it listens on a port
      return bodies;
    } finally {
      server.close();
    }
  }

  it("is posted once, and again after another event; it anchors the log", async () => {
    const bodies = await receive(204, async (to) => {
      const first = await sendHead(store.db, to, undefined);
      expect(await sendHead(store.db, to, first)).toEqual(first);
      await add();
      expect(await sendHead(store.db, to, first)).toMatchObject({ position: 2 });
    });
    expect(bodies).toHaveLength(2);
    const [position = "", hash = ""] = String(JSON.parse(bodies[1] ?? "{}").head).split(":");
    const anchor = { position: Number(position), hash };
    expect(await verifyLog(store.db, [anchor])).toMatchObject({ anchoredTo: 2, anchors: [] });
    await store.db.deleteFrom("audit_events").where("position", "=", 2).execute();
    expect((await verifyLog(store.db, [anchor])).anchors).toMatchObject([{ at: "event 2" }]);
  });

  it.each([500, 302])("counts as not sent when the address answers %i", async (status) => {
    const bodies = await receive(status, async (to) => {
      await expect(sendHead(store.db, to, undefined)).rejects.toThrow();
    });
    expect(bodies).toHaveLength(1);
  });

  it("is a line of syslog that holds an anchor", async () => {
    const receiver = createSocket("udp4").bind(0, "127.0.0.1");
    await once(receiver, "listening");
    const arrived = once(receiver, "message");
    await sendHead(store.db, new URL(`syslog://127.0.0.1:${receiver.address().port}`), undefined);
    const [line] = await arrived;
    receiver.close();
    expect(String(line)).toMatch(
      /^<110>1 \S+Z \S+ merchant-console \d+ audit-head - 1:v1\.[0-9a-f]{8}\.[0-9a-f]{32}$/,
    );
  });

  it("is nothing while the log is empty", async () => {
    await store.db.deleteFrom("audit_events").execute();
    expect(await sendHead(store.db, new URL("http://127.0.0.1:1"), undefined)).toBeUndefined();
  });
});
