import { connect, type Socket } from "node:net";
import { median } from "#e2e/support/statistics.ts";
import type { Load, LoadResult } from "./load.ts";

/**
 * The load generator, in a separate process: each connection sends its next request after the last complete response and
 * reconnects only when the server closes it. It does as little as possible, so that only the server is measured.
 */
process.on("message", (load: Load) => {
  run(load).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ problem: String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));

// Unique over all processes and rounds, with a fixed length.
let serial = Date.now() * 1000;

async function run(load: Load): Promise<LoadResult> {
  const request = buildRequest(load);
  const latencies: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + (load.forMs ?? Number.POSITIVE_INFINITY);
  let begun = 0;
  const mayBegin = () => begun < (load.count ?? Number.POSITIVE_INFINITY) && performance.now() < until;
  const client = async (number: number) => {
    const port = load.ports?.[number % load.ports.length] ?? load.port;
    let line = openLine(port);
    while (mayBegin()) {
      begun++;
      const sentAt = performance.now();
      line.socket.write(request());
      const answer = await line.answers.next();
      latencies.push(performance.now() - sentAt);
      requireExpected(load, answer);
      if (!answer.closes) continue;
      line.socket.destroy();
      line = openLine(port);
    }
    line.socket.destroy();
  };
  await Promise.all(Array.from({ length: load.connections }, (_, number) => client(number)));
  const seconds = (performance.now() - startedAt) / 1000;
  return { count: latencies.length, seconds, p50Ms: median(latencies) };
}

/** The request as bytes; only the serial number changes. */
function buildRequest({ method, path, headers, body = "" }: Load): () => Buffer {
  const head = Object.entries({ Host: "127.0.0.1", ...headers, "Content-Length": Buffer.byteLength(body) });
  const text = `${method} ${path} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`;
  const bytes = Buffer.from(text);
  const at = bytes.indexOf(SERIAL);
  return () => {
    if (at === -1) return bytes;
    const own = Buffer.from(bytes);
    own.write(String(serial++).padStart(SERIAL.length, "0"), at, "latin1");
    return own;
  };
}

const SERIAL = "%serial-number%%";

type Answer = {
  status: number;
  text: string;
  /** Whether the server takes no other request on this connection. */
  closes: boolean;
};

function openLine(port: number) {
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  return { socket, answers: readAnswers(socket) };
}

/** The answers of one connection in their order; all that are measured say their length or come in chunks. */
function readAnswers(socket: Socket): { next(): Promise<Answer> } {
  let pending = "";
  let waiting: { resolve: (answer: Answer) => void; reject: (reason: unknown) => void } | undefined;
  let failure: unknown;
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    pending += chunk;
    const end = endOfAnswer(pending);
    if (end === undefined || !waiting) return;
    const text = pending.slice(0, end);
    pending = pending.slice(end);
    const { resolve } = waiting;
    waiting = undefined;
    resolve({ status: Number(text.slice(9, 12)), text, closes: closing.test(text) });
  });
  const fail = (error: unknown) => {
    failure = error ?? new Error("the server closed the connection");
    waiting?.reject(failure);
  };
  socket.on("error", fail);
  socket.on("close", () => fail(undefined));
  return {
    next: () =>
      new Promise((resolve, reject) => {
        if (failure) reject(failure);
        else waiting = { resolve, reject };
      }),
  };
}

/** In the head alone: a text in JSON has no such line. */
const closing = /\r\nconnection: *close\r\n/i;

/** Where the first answer ends, or undefined while it is not whole. */
function endOfAnswer(text: string): number | undefined {
  const head = text.indexOf("\r\n\r\n");
  if (head === -1) return undefined;
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head));
  if (length) {
    const end = head + 4 + Number(length[1]);
    return text.length >= end ? end : undefined;
  }
  const last = text.indexOf("\r\n0\r\n\r\n", head + 2);
  return last === -1 ? undefined : last + 7;
}

function requireExpected({ path, expected }: Load, { status, text }: Answer): void {
  if (status === 200 && (expected === undefined || text.includes(expected))) return;
  throw new Error(`${path} was answered ${status}: ${text.slice(-300)}`);
}
