import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { LocalServer } from "./local-server.ts";

/** An event as it arrived, unparsed. */
export type ReceivedEvent = { method: string; path: string; headers: IncomingHttpHeaders; raw: Buffer };

export type WebhookReceiver = {
  url: string;
  /** All received events, oldest first. */
  received: ReceivedEvent[];
  /** Answers with this status from now on. */
  answerWith(status: number): void;
  /** Answers nothing until `release`. */
  hold(): void;
  release(): void;
  /** Resolves once that many have arrived. */
  until(enough: (received: ReceivedEvent[]) => boolean): Promise<void>;
  /** Stops listening until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
};

/** A merchant's own server on this machine that events are sent to. It accepts all of them unless a test changes that. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedEvent[] = [];
  let held: ServerResponse[] | undefined;
  let status = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      received.push({ method, path: url, headers, raw: Buffer.concat(chunks) });
      if (held) held.push(response);
      else response.writeHead(status).end("thank you");
      local.changed();
    });
  });
  const local = new LocalServer(server);
  await local.up();
  return {
    url: `http://127.0.0.1:${local.port}/events`,
    received,
    answerWith: (next) => {
      status = next;
    },
    hold: () => {
      held = [];
    },
    release: () => {
      for (const response of held ?? []) response.writeHead(status).end();
      held = undefined;
    },
    until: (enough) => local.until(() => enough(received)),
    down: local.down,
    up: local.up,
  };
}
