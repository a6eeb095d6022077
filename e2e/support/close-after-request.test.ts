import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { request } from "@playwright/test";
import { expect, test } from "vitest";
import { closeAfterRequest } from "./close-after-request.ts";

test("each request of a test has a connection of its own, and its own headers", async () => {
  const seen: { method: string | undefined; connection: string | undefined; own: unknown }[] = [];
  let connections = 0;
  const server = createServer(({ method, headers }, response) => {
    seen.push({ method, connection: headers.connection, own: headers["x-own"] });
    response.end();
  });
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const context = await request.newContext({ baseURL: `http://127.0.0.1:${port}` });
  try {
    closeAfterRequest(context);
    await context.get("/");
    await context.post("/", { data: "x", headers: { "x-own": "1" } });
    await context.fetch("/", { method: "DELETE" });
    expect(seen).toEqual([
      { method: "GET", connection: "close", own: undefined },
      { method: "POST", connection: "close", own: "1" },
      { method: "DELETE", connection: "close", own: undefined },
    ]);
    expect(connections).toBe(3);
  } finally {
    await context.dispose();
    server.close();
  }
});
