import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { armFailpoint } from "#server/failpoint.ts";
import type { TestClient } from "./test-client.ts";

/** Serves the harness's client on a free loopback port; resolves with its address. */
export async function serveTestClient(client: TestClient): Promise<string> {
  const server = createServer(async (request, response) => {
    try {
      response.end(JSON.stringify(await answer(client, request)));
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

async function answer(client: TestClient, request: IncomingMessage): Promise<unknown> {
  if (request.url === "/known") return client.known();
  if (request.url === "/events") return client.events();
  const body = JSON.parse(await text(request));
  if (request.url === "/submit") return client.submit(body);
  if (request.url === "/crash") {
    armFailpoint(body);
    return {};
  }
  throw new Error(`a harness has no ${request.url}`);
}
