import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, it } from "vitest";
import { refuseUpgrades } from "./refuse-upgrades.ts";

it("a request for an upgrade is answered as a plain request, and its connection is closed", async () => {
  refuseUpgrades();
  const server = createServer((_request, response) => {
    response.writeHead(404, { connection: "close" }).end();
  });
  let kept = 0;
  server.on("upgrade", () => {
    kept += 1;
  });
  server.listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  for (const end of [false, true]) {
    const client = connect({ port, allowHalfOpen: true });
    let answer = "";
    client.on("data", (piece) => {
      answer += piece;
    });
    client.write(
      "GET /api/v2/x HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    );
    if (end) client.end();
    await once(client, "end");
    client.end();
    expect(answer).toMatch(/^HTTP\/1\.1 404/);
  }
  expect(kept).toBe(0);
  server.close();
  await once(server, "close");
});
