import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What any Node server costs: reads JSON and answers JSON of the size asked for with `?bytes=`, keeping nothing. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString("utf8")) : {};
    const bytes = Number(request.url?.split("bytes=")[1] ?? 0);
    const echo = JSON.stringify({ ...body, filling: "" });
    const text = JSON.stringify({ ...body, filling: "x".repeat(Math.max(0, bytes - echo.length)) });
    response.writeHead(200, {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(text),
    });
    response.end(text);
  });
});
server.listen(0, "127.0.0.1", () => console.info(`ready at ${(server.address() as AddressInfo).port}`));
