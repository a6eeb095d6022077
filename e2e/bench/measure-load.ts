import type { Load, LoadClient } from "./load.ts";
import type { ServerProcess } from "./server-process.ts";

export type Rate = { perSecond: number; cpuMicros: number; p50Ms: number };

/** Loads one server and reports requests per second and CPU time per request. */
export async function measureLoad(
  client: LoadClient,
  server: ServerProcess,
  load: Omit<Load, "port">,
): Promise<Rate> {
  const before = server.cpuSeconds();
  const { count, seconds, p50Ms } = await client.send({ ...load, port: server.port });
  return { perSecond: count / seconds, cpuMicros: ((server.cpuSeconds() - before) / count) * 1e6, p50Ms };
}

/** Until the code of a server is compiled, it is the compiler that is measured. */
export async function warmUp(
  client: LoadClient,
  server: ServerProcess,
  load: Omit<Load, "port">,
  count: number,
): Promise<void> {
  const { forMs: _forMs, ...rest } = load;
  await client.send({ ...rest, port: server.port, count });
}
