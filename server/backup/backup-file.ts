import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

/** Why there is no backup, or why it can't be used, in words with what to do. Nothing was changed. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/** Takes the next line of the file and returns once there is room for another. */
export type WriteLine = (value: unknown) => Promise<void>;

/**
 * Writes a gzip file of JSON lines for its owner alone (0600). It has its name only once all of it is on the disk: a process that dies
 * leaves `path`.partial. Throws BackupError when there is a file of that name.
 */
export async function writeLines(path: string, write: (line: WriteLine) => Promise<void>): Promise<void> {
  if (existsSync(path)) throw new BackupError(`${path} is there already: choose another name.`);
  const partial = `${path}.partial`;
  await rm(partial, { force: true });
  try {
    await fill(partial, write);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  await rename(partial, path);
  await flushFolder(dirname(path));
}

async function fill(path: string, write: (line: WriteLine) => Promise<void>): Promise<void> {
  const gzip = createGzip();
  const written = pipeline(gzip, createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }));
  written.catch(() => {}); // A full disk rejects the next line, or the end.
  try {
    await write(async (value) => {
      if (!gzip.write(`${JSON.stringify(value)}\n`)) await Promise.race([once(gzip, "drain"), written]);
    });
  } catch (error) {
    gzip.destroy();
    await written.catch(() => {});
    throw error;
  }
  gzip.end();
  await written;
}

/** Without it, a new name may be lost with the power. Windows can't open folders. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

/** The lines of such a file. Throws BackupError when it can't be read to its end. */
export async function* readLines(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  const gunzip = createGunzip();
  file.on("error", (error) => gunzip.destroy(error));
  let rest = "";
  try {
    for await (const chunk of file.pipe(gunzip).setEncoding("utf8")) {
      const lines = `${rest}${chunk}`.split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > longestLine) throw damaged(path);
      yield* lines;
    }
  } catch (error) {
    throw toProblem(error, path);
  } finally {
    file.destroy();
    gunzip.destroy();
  }
  if (rest !== "") throw damaged(path);
}

const longestLine = 256 * 1024 * 1024;

export const damaged = (path: string) =>
  new BackupError(
    `${path} is cut off or damaged, or isn't a backup of the console. Nothing was changed. Use another backup.`,
  );

function toProblem(error: unknown, path: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOENT") return new BackupError(`There is no file ${path}.`);
  return code.startsWith("Z_") ? damaged(path) : error;
}

/** The hex SHA-256 of a file, as `sha256sum` prints it. */
export async function hashFile(path: string): Promise<string> {
  const sha256 = createHash("sha256");
  for await (const chunk of createReadStream(path)) sha256.update(chunk);
  return sha256.digest("hex");
}
