import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy in front of the sandbox that counts requests; with a limit, it acts as a gateway with a rolling window. */
export class CountingProxy {
  /** Of the console: requests that were let through, and those answered 429. */
  taken = 0;
  limited = 0;
  /** When those were, in s since the first request. */
  limitedAtS: number[] = [];
  /** Epoch ms of the console's first request. */
  firstAt = 0;
  readonly #target: URL;
  readonly #limit: number | undefined;
  #passed: number[] = [];
  readonly #server: Server = createServer((incoming, outgoing) => this.#pass(incoming, outgoing));

  constructor(target: string, slidingLimit: number | undefined) {
    this.#target = new URL(target);
    this.#limit = slidingLimit;
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const { port } = this.#server.address() as AddressInfo; // it listens on a port
    return `http://127.0.0.1:${port}${this.#target.pathname}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const isOurs = incoming.headers["x-stranger"] === undefined;
    const now = performance.now();
    if (isOurs && this.firstAt === 0) this.firstAt = Date.now();
    this.#passed = this.#passed.filter((at) => at > now - 60_000);
    if (this.#limit !== undefined && this.#passed.length >= this.#limit) {
      if (isOurs) this.#countLimited();
      incoming.resume();
      outgoing.writeHead(429, { "content-type": "application/json", ...this.#header() });
      outgoing.end(JSON.stringify({ error: "API Rate Limit Exceed", errorcode: 155 }));
      return;
    }
    this.#passed.push(now);
    const header = this.#header();
    const { hostname, port } = this.#target;
    const { url: path, method, headers } = incoming;
    const onward = request({ hostname, port, path, method, headers }, (answer) => {
      if (isOurs && answer.statusCode === 429) this.#countLimited();
      else if (isOurs) this.taken += 1;
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...header });
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  }

  #countLimited(): void {
    this.limited += 1;
    this.limitedAtS.push(Math.round((Date.now() - this.firstAt) / 1000));
  }

  #header(): Record<string, string> {
    return this.#limit === undefined
      ? {}
      : {
          "x-rate-limit": `${this.#passed.length} of ${this.#limit}/min; ${this.#passed.length} of 5000/day`,
        };
  }
}
