import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { type Exchange, onEachRequest } from "#server/http/requests.ts";
import { kindOf } from "#server/metrics/time-requests.ts";
import { Exporter } from "./exporter.ts";
import { type Patterns, toPattern } from "./route-patterns.ts";
import { type Begun, type SpanFields, type SpanKind, setTracer, type Tracer } from "./spans.ts";

/**
 * Traces requests to this process, and what they ask of the gateway and the store, and sends them to the collector at
 * `endpoint`. A trace that a client names is not gone on with.
 */
export function startTracing(endpoint: URL, patterns: Patterns): { stop(): Promise<void> } {
  const exporter = new Exporter(endpoint);
  const tracer = toTracer(exporter);
  setTracer(tracer);
  traceRequests(tracer, patterns);
  const flush = () => void exporter.flush();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, flush);
  return {
    stop: () => {
      setTracer(undefined);
      for (const signal of ["SIGTERM", "SIGINT"] as const) process.off(signal, flush);
      return exporter.stop();
    },
  };
}

type Place = { traceId: string; spanId: string };
/** The span of the request that is being handled. */
const current = new AsyncLocalStorage<Place>();

type RequestTracer = Tracer & {
  /** Begins the first span of a trace: what this request does from here is below it. */
  beginRequest(name: string, fields: SpanFields): Begun;
};

function toTracer(exporter: Exporter): RequestTracer {
  const begin = (
    place: Place,
    parentSpanId: string | undefined,
    { name, kind, fields }: { name: string; kind: SpanKind; fields: SpanFields },
  ): Begun => {
    const startedAt = now();
    let isOver = false;
    return {
      end: (more = {}, failed = false) => {
        if (isOver) return;
        isOver = true;
        const all = { ...fields, ...more };
        exporter.add({
          ...place,
          parentSpanId,
          name,
          kind,
          startedAt,
          endedAt: now(),
          fields: all,
          hasFailed: failed,
        });
      },
    };
  };
  return {
    begin: (name, kind, fields) => {
      const parent = current.getStore();
      return begin({ traceId: parent?.traceId ?? newId(16), spanId: newId(8) }, parent?.spanId, {
        name,
        kind,
        fields,
      });
    },
    beginRequest: (name, fields) => {
      const place = { traceId: newId(16), spanId: newId(8) };
      current.enterWith(place);
      return begin(place, undefined, { name, kind: "server", fields });
    },
  };
}

function traceRequests(tracer: RequestTracer, patterns: Patterns): void {
  const begun = new WeakMap<IncomingMessage, Begun>();
  onEachRequest(({ request }) => {
    const kind = kindOf(request);
    // Files of the build, and the stream of changes, which lasts as long as its page.
    if (kind === "asset" || kind === "live") return;
    const method = methods.has(request.method ?? "") ? String(request.method) : "_OTHER";
    const route = toPattern(patterns, request.url ?? "");
    const fields = { "http.request.method": method, "http.route": route, "console.kind": kind };
    begun.set(request, tracer.beginRequest(`${method} ${route}`, fields));
  });
  subscribe("http.server.response.finish", (message) => {
    const { request, response } = message as Exchange; // as Node documents the channel
    const { statusCode } = response;
    begun.get(request)?.end({ "http.response.status_code": statusCode }, statusCode >= 500);
  });
}

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const newId = (bytes: number) => randomBytes(bytes).toString("hex");
const now = () => performance.timeOrigin + performance.now();
