import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { ApiAnswer } from "../api.ts";
import { writeAnswer } from "./answer.ts";
import type { ApiRequest } from "./api-request.ts";
import { clientAddress, serverAddress } from "./client-address.ts";
import { type PlainHead, readPlainHead } from "./plain-head.ts";
import type { Target } from "./read-target.ts";

/** Connections that are not, or not yet, in the hands of Node's HTTP server. */
export type PlainConnections = {
  /** Ends those that wait for a request. */
  closeIdle(): void;
  closeAll(): void;
};

/**
 * Answers plain requests straight from their connections, as all that Node's HTTP server keeps around each one takes as
 * long as a sale itself. At the first request that is not plain a connection is handed to that server, with every byte of
 * it, and stays there.
 */
export function servePlainRequests(
  server: Server,
  answer: (request: ApiRequest, target: Target) => Promise<ApiAnswer>,
): PlainConnections {
  const connections = new Set<PlainConnection>();
  // What Node's server does with a connection is a listener of its own.
  const [handOver] = server.listeners("connection") as ((socket: Socket) => void)[];
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    const connection = new PlainConnection(socket, {
      answer,
      left: () => connections.delete(connection),
      handOver: () => handOver?.call(server, socket),
    });
    connections.add(connection);
  });
  // One look at all of them: a timer for each would be set anew with each request.
  const sweep = setInterval(() => {
    for (const connection of connections) connection.closeIfSilent();
  }, 1000).unref();
  server.once("close", () => clearInterval(sweep));
  return {
    closeIdle: () => {
      for (const connection of connections) connection.closeIfIdle();
    },
    closeAll: () => {
      for (const { socket } of connections) socket.destroy();
    },
  };
}

type Ways = {
  answer(request: ApiRequest, target: Target): Promise<ApiAnswer>;
  /** Called once, when the connection is closed or handed over. */
  left(): void;
  handOver(): void;
};

/** One connection: a request at a time, in the order they come in. */
class PlainConnection {
  readonly socket: Socket;
  readonly #ways: Ways;
  readonly #clientIp: string;
  readonly #serverIp: string;
  #lastHead: PlainHead | undefined;
  #isAnswering = false;
  #hasEnded = false;
  /** When it became silent, by the clock of performance.now, and how long it may stay so, in ms. */
  #silence = { since: performance.now(), forMs: FIRST_REQUEST_MS };
  /** What came in behind the request that is being answered. */
  #next: Buffer | undefined;

  constructor(socket: Socket, ways: Ways) {
    this.socket = socket;
    this.#ways = ways;
    this.#clientIp = clientAddress(socket);
    this.#serverIp = serverAddress(socket);
    socket.on("data", this.#onData).on("end", this.#onEnd);
    socket.on("error", this.#onError).on("close", ways.left);
  }

  closeIfIdle(): void {
    if (!this.#isAnswering) this.socket.destroy();
  }

  closeIfSilent(): void {
    if (performance.now() - this.#silence.since > this.#silence.forMs) this.closeIfIdle();
  }

  readonly #onData = (chunk: Buffer): void => {
    if (!this.#isAnswering) {
      this.#take(chunk);
      return;
    }
    this.#keep(this.#next ? Buffer.concat([this.#next, chunk]) : chunk);
  };

  /** Who sends ahead is read on when it is their turn. While something is kept, the end of the connection is not told. */
  #keep(chunk: Buffer): void {
    this.#next = chunk;
    this.socket.pause();
  }

  #take(chunk: Buffer): void {
    const head = readPlainHead(chunk, this.#lastHead);
    if (!head) {
      this.#handOver(chunk);
      return;
    }
    this.#lastHead = head;
    this.#isAnswering = true;
    if (head.length < chunk.length) this.#keep(chunk.subarray(head.length));
    void this.#answer(head, chunk);
  }

  async #answer({ method, target, authorization, bytes, length }: PlainHead, chunk: Buffer): Promise<void> {
    const { answer, rateLimit } = await this.#ways.answer(
      {
        method,
        socket: this.socket,
        clientIp: this.#clientIp,
        serverIp: this.#serverIp,
        authorization,
        text: () => chunk.toString("utf8", bytes.length, length),
      },
      target,
    );
    const { socket } = this;
    if (!answer || socket.destroyed) return;
    this.#silence = { since: performance.now(), forMs: KEPT_ALIVE_MS };
    if (writeAnswer(socket, answer, rateLimit)) this.#goOn();
    // Who does not read its answers gets no more of them.
    else socket.once("drain", this.#goOn);
  }

  readonly #goOn = (): void => {
    this.#isAnswering = false;
    if (this.#hasEnded) this.socket.end();
    const chunk = this.#next;
    if (!chunk) return;
    this.#next = undefined;
    this.socket.resume();
    this.#take(chunk);
  };

  readonly #onEnd = (): void => {
    this.#hasEnded = true;
    if (!this.#isAnswering) this.socket.end();
  };

  /** Whoever breaks a connection off gets no answer; what they asked for is done or not, as it would be with one. */
  readonly #onError = (): void => {};

  #handOver(chunk: Buffer): void {
    const { socket } = this;
    socket.off("data", this.#onData).off("end", this.#onEnd);
    socket.off("error", this.#onError).off("close", this.#ways.left);
    this.#ways.left();
    this.#ways.handOver();
    socket.unshift(chunk);
  }
}

/** How long a connection may be silent before its first request, and between two, as with Node's own server. */
const FIRST_REQUEST_MS = 60_000;
const KEPT_ALIVE_MS = 6_000;
