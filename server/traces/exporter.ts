import { log } from "#server/log.ts";
import type { SpanFields, SpanKind } from "./spans.ts";

export type Span = {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: SpanKind;
  /** Epoch ms with fractions. */
  startedAt: number;
  endedAt: number;
  fields: SpanFields;
  hasFailed: boolean;
};

/**
 * Sends spans by OTLP over HTTP, as JSON, every five seconds. A collector that is slow or gone delays nothing here: at most
 * `maxWaiting` spans wait for it, and what did not arrive is not sent again.
 */
export class Exporter {
  readonly #endpoint: URL;
  #waiting: Span[] = [];
  #dropped = 0;
  #sending: Promise<void> = Promise.resolve();
  #warnedAt = Number.NEGATIVE_INFINITY;
  readonly #timer: NodeJS.Timeout;

  constructor(endpoint: URL) {
    this.#endpoint = endpoint;
    this.#timer = setInterval(() => void this.flush(), everyMs);
    this.#timer.unref();
  }

  add(span: Span): void {
    if (this.#waiting.length >= maxWaiting) this.#dropped += 1;
    else this.#waiting.push(span);
  }

  /** Sends what waits, after what is being sent. Never rejects. */
  flush(): Promise<void> {
    this.#sending = this.#sending.then(() => this.#send());
    return this.#sending;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  async #send(): Promise<void> {
    const spans = this.#waiting;
    if (spans.length === 0) return;
    this.#waiting = [];
    try {
      const answer = await fetch(toTraces(this.#endpoint), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(toOtlp(spans)),
        redirect: "error",
        signal: AbortSignal.timeout(patienceMs),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`The collector answered ${answer.status}.`);
    } catch (error) {
      this.#dropped += spans.length;
      this.#warn(error);
    }
  }

  #warn(error: unknown): void {
    if (performance.now() - this.#warnedAt < warnEveryMs) return;
    this.#warnedAt = performance.now();
    log.warn({ err: error, dropped: this.#dropped }, "traces could not be sent");
    this.#dropped = 0;
  }
}

const everyMs = 5000;
const patienceMs = 10_000;
const warnEveryMs = 60_000;
export const maxWaiting = 4096;

const toTraces = (endpoint: URL) => new URL(`${endpoint.href.replace(/\/+$/, "")}/v1/traces`);

/** The JSON of OTLP 1: opentelemetry-proto, trace/v1/trace.proto. */
function toOtlp(spans: readonly Span[]) {
  const resource = { attributes: [attribute("service.name", "merchant-console")] };
  const scope = { name: "merchant-console" };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: spans.map(toOtlpSpan) }] }] };
}

function toOtlpSpan({ kind, startedAt, endedAt, fields, hasFailed, ...span }: Span) {
  return {
    ...span,
    kind: kinds[kind],
    startTimeUnixNano: toNanos(startedAt),
    endTimeUnixNano: toNanos(endedAt),
    attributes: Object.entries(fields).map(([name, value]) => attribute(name, value)),
    status: hasFailed ? { code: 2 } : {},
  };
}

const kinds = { internal: 1, server: 2, client: 3 } as const satisfies Record<SpanKind, number>;

const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === "number" ? { intValue: String(Math.round(value)) } : { stringValue: value },
});

/** As text: a double does not hold nanoseconds since 1970. */
const toNanos = (ms: number) => `${Math.floor(ms)}${String(Math.floor((ms % 1) * 1e6)).padStart(6, "0")}`;
