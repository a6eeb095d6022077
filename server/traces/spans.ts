/**
 * What a span may say. Nothing that a person typed, no amount, name, key or address of a page: each value is of a short list
 * that the code or the contract knows.
 */
export type SpanFields = {
  "http.request.method"?: string;
  /** The pattern of the page or route, "/charge/[id]". */
  "http.route"?: string;
  "http.response.status_code"?: number;
  "console.kind"?: "page" | "action" | "api";
  /** A command of the contract, or the name of an endpoint. */
  "gateway.what"?: string;
  "gateway.priority"?: string;
  "gateway.outcome"?: string;
  "gateway.queued_ms"?: number;
  "server.address"?: string;
  "db.system.name"?: "sqlite" | "postgresql";
  "db.operation.name"?: "commit" | "rollback";
};

export type SpanKind = "server" | "client" | "internal";
export type Begun = {
  /** Takes what became known meanwhile. Later calls do nothing. */
  end(fields?: SpanFields, failed?: boolean): void;
};
export type Tracer = {
  /** Begins a span below the one of the request that is being handled. */
  begin(name: string, kind: SpanKind, fields: SpanFields): Begun;
};

const key: unique symbol = Symbol.for("merchant-console.tracer");
type Shared = typeof globalThis & { [key]?: Tracer | undefined };

/** Undefined unless traces are sent (start-tracing.ts): then nothing of this costs anything. */
export const tracer = (): Tracer | undefined => (globalThis as Shared)[key];

export function setTracer(to: Tracer | undefined): void {
  (globalThis as Shared)[key] = to; // shared by all bundles of the process
}
