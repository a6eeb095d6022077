import type { LiveStream } from "./live-stream.ts";

/** The open streams of this process; `isStopping`: there are to be no more. */
type Streams = { all: Set<LiveStream>; isStopping: boolean };

export const openStreams = (): Set<LiveStream> => streams().all;
export const isStopping = (): boolean => streams().isStopping;

/** globalThis, since routes and the start are in different bundles. */
function streams(): Streams {
  const shared = globalThis as typeof globalThis & { [streamsKey]?: Streams }; // shared by all bundles of the process
  shared[streamsKey] ??= { all: new Set(), isStopping: false };
  return shared[streamsKey];
}

const streamsKey: unique symbol = Symbol.for("merchant-console.live-streams");

/** Streams would keep the process from stopping until it is cut off: on a signal to stop they end at once. */
export function endStreamsOnShutdown(): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => {
      streams().isStopping = true;
      for (const stream of openStreams()) stream.end("stopped");
    });
}
