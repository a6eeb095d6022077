import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { ProxyStage } from "../crash-points.ts";
import type { Fault, GatewayAnswer, Post } from "./fault.ts";

/** A proxy between console and gateway that counts money commands and injects faults. */
export class ChaosProxy {
  readonly posts: Post[] = [];
  /** The most concurrent money commands for one original. */
  maxAtOnce = 0;
  /** Reads that failed in an outage. */
  brokenReads = 0;
  /** The most requests in any 60 s since a limit was reported. */
  maxInMinute = 0;
  #limit: number | undefined;
  #passed: number[] = [];
  /** Kills the console when its money command has reached this point; awaited. */
  crash: { stage: ProxyStage; kill(): Promise<void> } | undefined;
  #fault: Fault | undefined;
  #armedAt = 0;
  #port = 0;
  #underWay = 0;
  readonly #sockets = new Set<Socket>();
  readonly #target: URL;
  readonly #perOriginal = new Map<string, number>();
  readonly #server: Server;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((request) => {
      this.#underWay += 1;
      void this.#serve(request)
        .catch(() => request.socket.destroy())
        .finally(() => {
          this.#underWay -= 1;
        });
    });
    this.#server.on("connection", (socket) => this.#connected(socket));
    this.#server.on("clientError", (_, socket) => socket.destroy());
  }

  static async start(target: string): Promise<ChaosProxy> {
    const proxy = new ChaosProxy(target);
    await proxy.#listen();
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}${this.#target.pathname}`;
  }

  async arm(fault: Fault): Promise<void> {
    this.#fault = fault;
    this.#armedAt = Date.now();
    if (fault.connection === "refused") await this.#close();
  }

  async lift(): Promise<void> {
    const refused = this.#fault?.connection === "refused";
    this.#fault = undefined;
    if (refused) await this.#listen();
  }

  /** The limit per minute that replies report from now on; requests are counted, the limit is not enforced. */
  setReportedLimit(limit: number | undefined): void {
    this.#limit = limit;
    this.#passed = [];
    this.maxInMinute = 0;
  }

  /** Whether no request is in progress on either side. */
  get idle(): boolean {
    return this.#underWay === 0;
  }

  async stop(): Promise<void> {
    if (this.#server.listening) await this.#close();
  }

  async #listen(): Promise<void> {
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as AddressInfo).port; // listening on a port, so an AddressInfo
  }

  async #close(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    // Includes sockets that the server no longer tracks.
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #connected(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    if (this.#fault?.connection === "reset") socket.resetAndDestroy();
  }

  async #serve(request: IncomingMessage): Promise<void> {
    const isMoney = request.method === "POST" && request.url?.endsWith("/transactions") === true;
    if (!isMoney && this.#fault?.outage) {
      this.brokenReads += 1;
      request.socket.resetAndDestroy();
      return;
    }
    const isList = /^\/[^?]*\/transactions\?/.test(request.url ?? "") && !request.url?.includes("/batches/");
    if (!isMoney && isList && this.#fault?.listless) return writeAnswer(request.socket, noSuchPath);
    const body = await text(request);
    if (!isMoney) return relay(request, await forward(this.#target, request, body), this.#count());
    await this.#meet(request, body);
  }

  async #meet(request: IncomingMessage, body: string): Promise<void> {
    const post = toPost(body);
    this.posts.push(post);
    const leave = this.#enter(post);
    const client = request.socket;
    const gone = once(client, "close").catch(() => undefined);
    const send = async () => {
      post.gateway = await forward(this.#target, request, body).finally(leave);
      await this.#reach("committed");
      return post.gateway;
    };
    const half = () => forwardHalf(this.#target, request, body);
    try {
      if (this.crash?.stage === "half") {
        await half();
        await this.#reach("half");
        return;
      }
      await this.#reach("whole");
      const nth = this.posts.filter(({ marker }) => marker === post.marker).length;
      const armedMs = Date.now() - this.#armedAt;
      if (!this.#fault?.meet) relay(request, await send(), this.#count());
      else await this.#fault.meet({ post, client, gone, nth, armedMs, send, half });
    } finally {
      leave();
    }
  }

  #count(): string {
    const now = Date.now();
    this.#passed = [...this.#passed.filter((at) => at > now - 60_000), now];
    this.maxInMinute = Math.max(this.maxInMinute, this.#passed.length);
    if (this.#limit === undefined) return "";
    const used = this.#passed.length;
    return `X-Rate-Limit: ${used} of ${this.#limit}/min; ${used} of 5000/day\r\n`;
  }

  async #reach(stage: ProxyStage): Promise<void> {
    if (this.crash?.stage === stage) await this.crash.kill();
  }

  /** Counts concurrent commands on the same original. The returned function decrements once. */
  #enter({ original }: Post): () => void {
    if (original === undefined) return () => {};
    const count = (this.#perOriginal.get(original) ?? 0) + 1;
    this.#perOriginal.set(original, count);
    this.maxAtOnce = Math.max(this.maxAtOnce, count);
    let left = false;
    return () => {
      if (!left) this.#perOriginal.set(original, (this.#perOriginal.get(original) ?? 1) - 1);
      left = true;
    };
  }
}

/** Answers the client as a gateway does, on a connection that stays open. */
export function writeAnswer(
  client: Socket,
  { status, body }: GatewayAnswer,
  type = "application/json",
  headers = "",
): void {
  const length = Buffer.byteLength(body);
  client.write(
    `HTTP/1.1 ${status} Answered\r\nContent-Type: ${type}\r\n${headers}Content-Length: ${length}\r\n\r\n${body}`,
  );
}

const noSuchPath = { status: 404, body: JSON.stringify({ error: "Unknown path", errorcode: 21001 }) };

function relay(request: IncomingMessage, answer: GatewayAnswer, headers: string): void {
  writeAnswer(request.socket, answer, "application/json", headers);
}

function toPost(body: string): Post {
  const { description, trankey, refnum } = JSON.parse(body);
  return { marker: String(description ?? ""), original: trankey ?? refnum };
}

function forward(target: URL, request: IncomingMessage, body: string): Promise<GatewayAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({
      host: target.hostname,
      port: target.port,
      method: request.method,
      path: request.url,
      headers: { ...request.headers, host: target.host, connection: "close" },
      agent: false,
    });
    outgoing.on("response", (incoming) => {
      text(incoming).then((whole) => resolve({ status: incoming.statusCode ?? 0, body: whole }), reject);
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** Half of the request reaches the gateway, then the connection breaks. */
async function forwardHalf(target: URL, request: IncomingMessage, body: string): Promise<void> {
  const socket = connect(Number(target.port), target.hostname);
  await once(socket, "connect");
  const head = `POST ${request.url} HTTP/1.1\r\nHost: ${target.host}\r\nAuthorization: ${request.headers.authorization}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  await new Promise((resolve) => socket.write(head + body.slice(0, body.length / 2), resolve));
  socket.resetAndDestroy();
}
