import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * A relay to the PostgreSQL of this address that hands out process ids of its own, as poolers do; the address that leads through
 * it, and how to end it.
 */
export async function startPooler(databaseUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const url = new URL(databaseUrl);
  const target = { port: Number(url.port || 5432), host: url.hostname };
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const behind = connect(target);
    for (const [from, to] of [
      [client, behind],
      [behind, client],
    ] as const) {
      open.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
    }
    client.pipe(behind);
    behind.on("data", (data) => client.write(withOtherProcess(data)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port); // of a TCP server
  return {
    url: url.href,
    async stop() {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, "close");
    },
  };
}

/** The message BackendKeyData: "K", its length, a process id and a secret. */
const keyData = Buffer.from([0x4b, 0, 0, 0, 12]);

function withOtherProcess(data: Buffer): Buffer {
  const place = data.indexOf(keyData);
  if (place >= 0) data.writeInt32BE(data.readInt32BE(place + keyData.length) + 1, place + keyData.length);
  return data;
}
