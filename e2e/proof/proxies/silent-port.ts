import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Worker } from "node:worker_threads";

/** An address that never accepts: its connection backlog is full. */
export async function openSilentPort(): Promise<{ url: string; close(): Promise<void> }> {
  const worker = new Worker(sleeper, { eval: true });
  const [port] = (await once(worker, "message")) as [number]; // as the worker below posts it
  const waiting: Socket[] = [];
  // The system accepts one more than asked.
  for (let count = 0; count < backlog + 1; count += 1) {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    await once(socket, "connect");
    waiting.push(socket);
  }
  return {
    url: `http://127.0.0.1:${port}/api/v2`,
    close: async () => {
      for (const socket of waiting) socket.destroy();
      await worker.terminate();
    },
  };
}

const backlog = 1;

const sleeper = `
  const { parentPort } = require("node:worker_threads");
  const server = require("node:net").createServer();
  server.listen({ port: 0, host: "127.0.0.1", backlog: ${backlog} }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
`;
