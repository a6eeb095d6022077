import { closeSync, createReadStream, lstatSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { createGunzip } from "node:zlib";
import { type Found, findCards } from "./find-cards.ts";

export type FileFinding = Found & { file: string };

/** Every file at and under these paths; links are not followed. Throws for a path that isn't there. */
export function listFiles(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (!lstatSync(path).isDirectory()) return [path];
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  });
}

/**
 * What a file holds, each once, where it is first. Read in pieces of a few MB, so that its size doesn't matter. What gzip compressed, such
 * as a backup, is read as it was before; places are those in its contents.
 */
export async function scanFile(file: string, pieceBytes = 4 * 1024 * 1024): Promise<FileFinding[]> {
  const distinct = new Map<string, FileFinding>();
  let kept = "";
  let start = 0;
  for await (const piece of contentsOf(file, pieceBytes)) {
    // What lies across two pieces is found in the second one, which begins with the end of the first.
    const text = kept + String(piece);
    for (const found of findCards(text)) {
      const name = `${found.what} ${found.written} ${found.shown}`;
      if (!distinct.has(name)) distinct.set(name, { ...found, at: start + found.at, file });
    }
    kept = text.slice(-overlap);
    start += text.length - kept.length;
  }
  return [...distinct.values()];
}

function contentsOf(file: string, pieceBytes: number): AsyncIterable<string> {
  const bytes = createReadStream(file, { highWaterMark: pieceBytes });
  if (!isGzip(file)) return bytes.setEncoding("latin1");
  const gunzip = createGunzip({ chunkSize: pieceBytes });
  bytes.on("error", (error) => gunzip.destroy(error));
  return bytes.pipe(gunzip).setEncoding("latin1");
}

function isGzip(file: string): boolean {
  const opened = openSync(file, "r");
  try {
    const start = Buffer.alloc(2);
    readSync(opened, start);
    return start.readUInt16BE() === 0x1f8b;
  } finally {
    closeSync(opened);
  }
}

/** In characters: longer than a number in any writing. */
const overlap = 4096;
