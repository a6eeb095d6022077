import { entriesOf } from "#lib/keys-of.ts";
import { addChanges, type Changes, topics } from "#lib/live/topics.ts";
import { may } from "#lib/permissions.ts";
import type { SignedInUser } from "#server/auth/session/sessions.ts";

/** Why a stream ended, for the metrics. `left`: its browser closed it. */
type StreamEnd = "left" | "session" | "slow" | "replaced" | "stopped";

/** One open stream of server-sent events. */
export type LiveStream = {
  user: SignedInUser;
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Sends what the user has the right to learn of; `undefined`: anything may have changed. False when there was nothing to send. */
  send(position: number, changes: Changes | undefined): boolean;
  beat(position: number): void;
  end(why: StreamEnd): void;
};

/**
 * Opens a stream for `user`. A browser that reads too slowly is dropped once `maxQueued` messages wait: it connects again and learns
 * what it missed.
 */
export function openStream(user: SignedInUser, onEnd: (why: StreamEnd) => void): LiveStream {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  const finish = (why: StreamEnd) => {
    if (!controller) return;
    controller = undefined;
    onEnd(why);
  };
  const end = (why: StreamEnd) => {
    const open = controller;
    finish(why);
    open?.close();
  };
  const write = (text: string) => {
    if (!controller) return;
    controller.enqueue(encoder.encode(text));
    if ((controller.desiredSize ?? 0) <= 0) end("slow");
  };
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start: (given) => {
        controller = given;
      },
      cancel: () => finish("left"),
    },
    { highWaterMark: maxQueued },
  );
  return {
    user,
    body,
    send: (position, changes) => {
      const allowed = changes ? withinRights(user, changes) : undefined;
      if (allowed && Object.keys(allowed).length === 0) return false;
      write(message(position, allowed ? "changed" : "gap", allowed ?? {}));
      return true;
    },
    beat: (position) => write(`: beat\nid: ${position}\n\n`),
    end: (why) => {
      if (why === "session") write(message(undefined, "session", {}));
      end(why);
    },
  };
}

const maxQueued = 64;

function message(position: number | undefined, event: string, data: object): string {
  const id = position === undefined ? "" : `id: ${position}\n`;
  return `${id}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function withinRights({ role }: SignedInUser, changes: Changes): Changes {
  const allowed: Changes = {};
  for (const [topic, ids] of entriesOf(changes))
    if (may(role, topics[topic])) addChanges(allowed, { [topic]: ids });
  return allowed;
}
