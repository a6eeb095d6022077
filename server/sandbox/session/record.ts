import type { ServerResponse } from "node:http";
import { forward, type UpstreamReply } from "./forward.ts";
import { maskReply, maskRequest, type RawRequest } from "./mask/mask-exchange.ts";
import { createMasker, maskingNote } from "./mask/masker.ts";
import { createSession, type Exchange } from "./session-file.ts";
import { send, startToolServer, type ToolServer } from "./tool-server.ts";

export type Recorder = ToolServer & { counts(): { recorded: number; failed: number } };

type Options = { upstream: URL; file: string; port: number; report(line: string): void };

/** Proxies a gateway and writes what passes to a session file. An exchange is on disk before its caller gets the answer. */
export async function startRecorder({ upstream, file, port, report }: Options): Promise<Recorder> {
  const masker = createMasker();
  const writer = await createSession(file, {
    session: 1,
    upstream: masker.text(`${upstream.origin}/api/v2`),
    recordedAt: new Date().toISOString(),
    masked: maskingNote,
  });
  let received = 0;
  const counts = { recorded: 0, failed: 0 };
  const answer = async (raw: RawRequest, outgoing: ServerResponse) => {
    const n = ++received;
    const at = new Date().toISOString();
    // Before it is sent: masking learns the credentials that a reply might repeat.
    const [masked] = await Promise.allSettled([maskRequest(masker, raw)]);
    const reply = await forward(upstream, raw).catch((error: NodeJS.ErrnoException) => {
      report(`${n}  ${raw.method}: no answer (${error.code ?? "connection lost"})`);
      return null;
    });
    try {
      if (masked.status === "rejected") throw masked.reason;
      const line: Exchange = { n, at, request: masked.value, reply: reply && maskReply(masker, reply) };
      await writer.append(line);
      counts.recorded++;
    } catch (error) {
      // The caller still gets the answer: it may be about money.
      counts.failed++;
      report(`${n}  could not be recorded in ${file} (${reasonOf(error)})`);
    }
    respond(outgoing, reply);
  };
  const server = await startToolServer(port, answer).catch(async (error) => {
    await writer.close();
    throw error;
  });
  return {
    url: server.url,
    counts: () => counts,
    stop: async () => {
      await server.stop();
      await writer.close();
    },
  };
}

/** Without its message, which may repeat a part of the exchange. */
const reasonOf = (error: unknown) =>
  (error as NodeJS.ErrnoException).code ?? (error instanceof Error ? error.name : "unknown"); // an error of Node has a code

function respond(outgoing: ServerResponse, reply: UpstreamReply | null): void {
  if (reply) send(outgoing, reply);
  // Not an answer of our own: the gateway may have carried it out.
  else outgoing.destroy();
}
