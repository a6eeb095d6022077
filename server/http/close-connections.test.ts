import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, expect, it } from "vitest";

const moduleOf = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** A server that stops as Next does, with a stream that ends then and an answer that takes `slowMs`. */
const script = (slowMs: number, closes: boolean) => `
  import { createServer } from "node:http";
  const { closeConnectionsOnShutdown } = await import(${moduleOf("./close-connections.ts")});
  if (${closes}) closeConnectionsOnShutdown();
  const streams = [];
  const server = createServer((request, response) => {
    if (request.url === "/slow") return void setTimeout(() => response.end("paid"), ${slowMs});
    response.write(": open");
    streams.push(response);
  });
  process.on("SIGTERM", () => {
    server.close(() => process.exit(0));
    for (const stream of streams) stream.end();
  });
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));`;

const agent = new Agent({ keepAlive: true });
afterEach(() => agent.destroy());

async function open(port: number, path: string): Promise<IncomingMessage> {
  const request = get({ port, path, agent, host: "127.0.0.1" });
  const [response] = await once(request, "response");
  return response;
}

/** How long the stop took with two open streams and a slow answer, and what that answer was. */
async function stop({ slowMs = 0, closes = true }) {
  const child = spawn(process.execPath, ["--input-type=module", "-e", script(slowMs, closes)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = await once(child.stdout.setEncoding("utf8"), "data");
  for (let count = 0; count < 2; count += 1) (await open(Number(port), "/stream")).resume();
  const slow = slowMs > 0 ? open(Number(port), "/slow").then((response) => text(response)) : undefined;
  await new Promise((resolve) => setTimeout(resolve, 200));
  const from = performance.now();
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
  return { ms: performance.now() - from, answer: await slow };
}

it("a stop does not wait for the connections of streams that it ended", async () => {
  expect((await stop({})).ms).toBeLessThan(2_000);
});

it("without it a stop waits until they are idle for too long", async () => {
  expect((await stop({ closes: false })).ms).toBeGreaterThan(4_000);
}, 20_000);

it("an answer that is under way arrives whole, and the stop waits for no more", async () => {
  const { ms, answer } = await stop({ slowMs: 1_500 });
  expect(answer).toBe("paid");
  expect(ms).toBeGreaterThan(1_000);
  expect(ms).toBeLessThan(4_000);
}, 20_000);
