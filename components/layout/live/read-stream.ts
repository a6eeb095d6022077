import type { Changes } from "#lib/live/topics.ts";
import { paths } from "#lib/paths.ts";

/** What the stream says. `session`: the session has ended, is locked, or has other rights. */
export type StreamMessage =
  | { kind: "beat"; position: number }
  | { kind: "changed"; position: number; changes: Changes }
  | { kind: "gap"; position: number }
  | { kind: "session" };

/** Without a word for this long the connection is dead: the console sends a beat every 5 s. */
const silenceMs = 12_000;

/**
 * Reads the stream of changes after `position` until it ends or `signal` is aborted. Returns false when the session is not good for one
 * any more.
 */
export async function readStream(
  position: number | undefined,
  signal: AbortSignal,
  onMessage: (message: StreamMessage) => void,
): Promise<boolean> {
  const ended = new AbortController();
  const stop = () => ended.abort();
  signal.addEventListener("abort", stop);
  let timer = setTimeout(stop, silenceMs);
  try {
    const headers = {
      accept: "text/event-stream",
      ...(position !== undefined && { "last-event-id": String(position) }),
    };
    const response = await fetch(paths.api.live(), { headers, signal: ended.signal, cache: "no-store" });
    if (!response.ok || !response.body) return response.status !== 401 && response.status !== 409;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return true;
      clearTimeout(timer);
      timer = setTimeout(stop, silenceMs);
      const parts = `${text}${value}`.split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        const message = readMessage(part);
        if (message) onMessage(message);
        if (message?.kind === "session") return false;
      }
    }
  } catch {
    return true;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    ended.abort();
  }
}

/** One message of the stream; undefined for one that a newer console sends. */
export function readMessage(text: string): StreamMessage | undefined {
  const fields = new Map(
    text.split("\n").flatMap((line) => {
      const [, name = "", value = ""] = /^(\w+): ?(.*)$/.exec(line) ?? [];
      return name ? [[name, value] as const] : [];
    }),
  );
  const position = Number(fields.get("id"));
  switch (fields.get("event")) {
    case undefined:
      return fields.has("id") ? { kind: "beat", position } : undefined;
    case "changed":
      return { kind: "changed", position, changes: JSON.parse(fields.get("data") ?? "{}") };
    case "gap":
      return { kind: "gap", position };
    case "session":
      return { kind: "session" };
    default:
      return undefined;
  }
}
