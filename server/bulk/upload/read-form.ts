import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { Busboy } from "@fastify/busboy";
import { parseJson } from "#lib/bounded-json.ts";
import { type FileEdits, fileEditsSchema, maxEditValues } from "#lib/bulk/file/file-plan.ts";

/** The most edits fit: a thousand rows of 4 KiB, and the numbers of the excluded ones. */
const maxEditBytes = 6 * 1024 * 1024;
const maxBytes = 1024 ** 3;

/** The form is not a bulk file with its fixes before it. */
export class BrokenFormError extends Error {}

export type SendForm = {
  edits: FileEdits;
  /** Counter payments that the sender has seen and confirmed. */
  confirmed: string[];
  file: Readable;
};

/** Reads the page's multipart form as it arrives: the fixes, which come first, and then the file as a stream. */
export function readForm(request: Request): Promise<SendForm> {
  return new Promise((resolve, reject) => {
    const type = request.headers.get("content-type");
    if (!request.body || !type?.startsWith("multipart/form-data"))
      return reject(new BrokenFormError("No file arrived."));
    // Both types describe the same stream.
    const body = Readable.fromWeb(request.body as unknown as WebStream<Uint8Array>);
    let edits: FileEdits | undefined;
    let confirmed: string[] = [];
    const form = openParser(type);
    form.on("field", (name, value, _nameCut, isCut) => {
      if (name === "edits" && !isCut) edits = readEdits(value);
      if (name === "confirmed" && !isCut) confirmed = readConfirmed(value);
    });
    form.on("file", (name, file) => {
      // The later reader of the file gets the error; an error event without a listener ends the process.
      file.on("error", () => file.destroy(notWhole()));
      if (name !== "file" || !edits) {
        file.resume();
        reject(new BrokenFormError("The file arrived without what was fixed in it."));
        return;
      }
      file.on("limit", () => file.destroy(new BrokenFormError("The file is larger than 1 GiB.")));
      body.on("error", () => file.destroy(notWhole()));
      resolve({ edits, confirmed, file: file as unknown as Readable }); // it is a Readable: its own types say less
    });
    form.on("finish", () => reject(new BrokenFormError("No file arrived.")));
    form.on("error", () => reject(notWhole()));
    body.on("error", (error) => {
      form.destroy(error);
      reject(notWhole());
    });
    body.pipe(form);
  });
}

function openParser(type: string) {
  try {
    return new Busboy({
      headers: { "content-type": type },
      limits: { fields: 3, files: 1, fieldSize: maxEditBytes, fileSize: maxBytes },
    });
  } catch {
    // Without a boundary.
    throw new BrokenFormError("No file arrived.");
  }
}

const notWhole = () => new BrokenFormError("The file did not arrive completely from the browser.");

/** The bytes of a file, each piece overwritten once the next is asked for: card numbers are in them. */
export async function* wipedAsRead(file: Readable): AsyncGenerator<Uint8Array, void> {
  // a stream without an encoding gives bytes
  for await (const piece of file as AsyncIterable<Uint8Array>) {
    try {
      yield piece;
    } finally {
      // The parser gives its own memory of half a boundary as a piece, and needs it again.
      if (piece.length > longestBoundary) piece.fill(0);
    }
  }
}

const longestBoundary = 128;

/** Nothing is confirmed by a text that cannot be read. */
function readConfirmed(text: string): string[] {
  return text.split(" ").filter((id) => /^[\w-]{1,64}$/.test(id));
}

function readEdits(text: string): FileEdits | undefined {
  try {
    return fileEditsSchema.parse(parseJson(text, { maxValues: maxEditValues }));
  } catch {
    return undefined;
  }
}
