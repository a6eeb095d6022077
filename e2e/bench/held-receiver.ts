import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type HeldReceiver = { url: string; stop(): void };

/**
 * A receiver of events that takes its time over each: with it every sale writes its event to the outbox, in its own commit,
 * and the deliveries themselves, which no caller waits for, are left out of the measurement.
 */
export async function startHeldReceiver(): Promise<HeldReceiver> {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
