import { fileURLToPath } from "node:url";
import { ServerProcess } from "./server-process.ts";

const program = fileURLToPath(new URL("bare-server.ts", import.meta.url));

/** The baseline: node:http that reads and writes JSON and stores nothing. */
export async function startBareServer(): Promise<ServerProcess> {
  return await ServerProcess.start([process.execPath, program], { ready: /ready at (\d+)/ });
}

/** The path that is answered with so many bytes. */
export const bareAnswer = (bytes: number) => ({ path: `/?bytes=${bytes}`, expected: '"filling"' });
