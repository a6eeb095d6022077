import type { z } from "zod";
import { parseJson } from "#lib/bounded-json.ts";
import { readUpTo } from "./read-up-to.ts";

/** A request's body is refused with this status; nothing was done. */
export class RefusedBodyError extends Error {
  readonly status: 400 | 409 | 413;

  constructor(status: 400 | 409 | 413, message: string) {
    super(message);
    this.status = status;
  }
}

/** Reads a JSON body of at most `maxBytes` by its schema. Throws a RefusedBodyError, of a longer one while it arrives. */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  maxBytes: number,
): Promise<z.output<Schema>> {
  const raw = await readUpTo(request, maxBytes);
  if (raw === "too-long") throw new RefusedBodyError(413, `At most ${maxBytes / 1024} KiB are read.`);
  const read = schema.safeParse(raw === "broken-off" ? undefined : toJson(raw));
  if (!read.success) throw new RefusedBodyError(400, "The request is not in the expected format.");
  return read.data;
}

function toJson(raw: Uint8Array): unknown {
  try {
    return parseJson(new TextDecoder().decode(raw));
  } catch {
    return undefined;
  }
}
