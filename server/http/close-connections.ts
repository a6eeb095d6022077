import type { Server } from "node:http";
import { onEachRequest } from "./requests.ts";

/**
 * On a signal to stop, Next closes the connections that are idle at that moment. One whose answer ends later, such as that of an ended
 * stream, would be kept for `keepAliveTimeout` and a second (6 s), and the stop waits for it: here it is closed with its answer.
 */
export function closeConnectionsOnShutdown(): void {
  const servers = new Set<Server>();
  let isStopping = false;
  onEachRequest(({ response, server }) => {
    servers.add(server);
    // The client sends its next request elsewhere.
    if (isStopping) response.setHeader("connection", "close");
  });
  const begin = () => {
    if (isStopping) return;
    isStopping = true;
    setInterval(() => {
      for (const server of servers) server.closeIdleConnections();
    }, 20).unref();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, begin);
}
