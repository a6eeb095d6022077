import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Till } from "./till.ts";

/** Serves the desk's till on a free loopback port; resolves with its address. */
export async function serveTill(till: Till): Promise<string> {
  const server = createServer(async (request, response) => {
    try {
      response.end(JSON.stringify(await answer(till, request)));
    } catch (error) {
      response.statusCode = 500;
      response.end(error instanceof Error ? error.stack : String(error));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // listening on a port, so an AddressInfo
  return `http://127.0.0.1:${port}`;
}

async function answer(till: Till, request: IncomingMessage): Promise<unknown> {
  if (request.url === "/known") return till.known();
  if (request.url === "/events") return till.events();
  const body = JSON.parse(await text(request));
  if (request.url === "/press") return till.press(body);
  if (request.url === "/crash") return dieAt(body);
  throw new Error(`a desk has no ${request.url}`);
}

/** From now on the process ends as a power cut would end it, when it comes to this point (with this attempt). */
function dieAt({ point, attempt }: { point: string; attempt?: string }): Record<string, never> {
  Object.assign(globalThis, {
    __crashAt: (reached: string, id?: string) => {
      if (reached === point && id === attempt) process.kill(process.pid, "SIGKILL");
    },
  });
  return {};
}
