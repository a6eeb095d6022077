import type { ServerResponse } from "node:http";
import { maskRequest, type RawRequest } from "./mask/mask-exchange.ts";
import { createMasker } from "./mask/masker.ts";
import { standInsIn } from "./mask/stand-ins.ts";
import { type Difference, kindOf, requestDifferences, titleOf, volatilePairs } from "./match.ts";
import type { Exchange, RecordedRequest, Session } from "./session-file.ts";
import { ownError, send, startToolServer, type ToolServer } from "./tool-server.ts";
import { mapTexts } from "./volatile.ts";

type ReplayResult = { answered: number; differed: number; unknown: number; unused: string[] };
export type Replay = ToolServer & { result(): ReplayResult };

type Options = { session: Session; port: number; ignored: ReadonlySet<string>; report(line: string): void };

/**
 * Answers from a session. A request gets the first unused reply whose request is the same but for what changes between
 * runs; failing that, a reply to the same method, path and command, and what differs is reported. A GET may be repeated.
 */
export async function startReplay({ session, port, ignored, report }: Options): Promise<Replay> {
  // A client sends what the replies gave it.
  const masker = createMasker({
    own: standInsIn(JSON.stringify(session.exchanges)),
    given: givenByReplies(session.exchanges),
  });
  const used = new Set<Exchange>();
  /** What texts of the recording are now: our references and times, repeated in replies. */
  const live = new Map<string, string>();
  const counts = { answered: 0, differed: 0, unknown: 0 };
  const answer = async (raw: RawRequest, outgoing: ServerResponse) => {
    const request = await maskRequest(masker, raw);
    const found = findExchange(session, used, request, ignored);
    if (!found) {
      counts.unknown++;
      report(`not in the session: ${request.method} ${request.path}`);
      return send(outgoing, ownError(404, "This request is not in the recorded session."));
    }
    const { exchange, differences } = found;
    used.add(exchange);
    counts.answered++;
    if (differences.length > 0) {
      counts.differed++;
      report(`differs: ${titleOf(exchange.n, exchange.request)}`);
      for (const difference of differences) report(toLine(difference));
    }
    for (const [recorded, got] of volatilePairs(exchange.request, request)) live.set(recorded, got);
    respond(outgoing, exchange, live);
  };
  const server = await startToolServer(port, answer);
  return {
    ...server,
    result: () => ({
      ...counts,
      unused: session.exchanges.filter((one) => !used.has(one)).map((one) => titleOf(one.n, one.request)),
    }),
  };
}

/** Stand-ins that the client had from a reply before it sent any: it has no number of its own for them. */
function givenByReplies(exchanges: readonly Exchange[]): ReadonlySet<string> {
  const sent = new Set<string>();
  const given = new Set<string>();
  for (const { request, reply } of exchanges) {
    for (const one of standInsIn(JSON.stringify(request))) sent.add(one);
    for (const one of standInsIn(JSON.stringify(reply))) if (!sent.has(one)) given.add(one);
  }
  return given;
}

const toLine = ({ field, recorded, got }: Difference) => `    ${field}: recorded ${recorded}, got ${got}`;

function findExchange(
  { exchanges }: Session,
  used: ReadonlySet<Exchange>,
  request: RecordedRequest,
  ignored: ReadonlySet<string>,
): { exchange: Exchange; differences: Difference[] } | undefined {
  const alike = exchanges
    .filter((one) => kindOf(one.request) === kindOf(request))
    .map((exchange) => ({ exchange, differences: requestDifferences(exchange.request, request, ignored) }));
  const same = alike.filter(({ differences }) => differences.length === 0);
  const unused = alike.filter(({ exchange }) => !used.has(exchange));
  return (
    same.find(({ exchange }) => !used.has(exchange)) ??
    // Polling may ask more often than it did; a command is never answered twice.
    (request.method === "GET" ? same.at(-1) : undefined) ??
    unused.sort((a, b) => a.differences.length - b.differences.length || a.exchange.n - b.exchange.n)[0]
  );
}

function respond(outgoing: ServerResponse, { reply }: Exchange, live: ReadonlyMap<string, string>): void {
  // The gateway gave no answer then.
  if (!reply) {
    outgoing.destroy();
    return;
  }
  const { body, ...rest } = reply;
  const now = mapTexts("json" in body ? body.json : body.text, (text) => {
    let changed = text;
    for (const [recorded, got] of live) changed = changed.replaceAll(recorded, got);
    return changed;
  });
  send(outgoing, { ...rest, body: Buffer.from("json" in body ? JSON.stringify(now) : String(now)) });
}
