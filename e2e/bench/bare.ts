import { fileURLToPath } from "node:url";
import { ServerProcess } from "./server-process.ts";

/** The baseline: node:http that reads and writes JSON and stores nothing. */
export const startBareServer = () => start(new URL("bare-server.ts", import.meta.url));

/** The floor of a durable sale: the same with the sandbox's two inserts, in shared commits. */
export const startBareInsertServer = () => start(new URL("bare-insert-server.ts", import.meta.url));

async function start(program: URL): Promise<ServerProcess> {
  return await ServerProcess.start([process.execPath, fileURLToPath(program)], { ready: /ready at (\d+)/ });
}

/** The path that is answered with so many bytes. */
export const bareAnswer = (bytes: number) => ({ path: `/?bytes=${bytes}`, expected: '"filling"' });
