import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { onEachRequest } from "./requests.ts";

/**
 * Writes a compressed copy beside each script and style sheet of the build in `dist`. Next would compress them again for each
 * browser that asks, which takes longer than making the page.
 */
export async function compressFiles(dist: string): Promise<void> {
  const folder = join(dist, "static");
  const compress = promisify(brotliCompress);
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
  const names = namesIn(folder).filter((name) => typeOf(name) !== undefined);
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      await writeFile(path + ENDING, await compress(await readFile(path), { params }));
    }),
  );
}

/** Has Next serve those copies to browsers that read them, under the names of the files. Browsers read them over TLS and from their own machine. */
export function serveCompressed(dist: string): void {
  const copies = new Set(
    namesIn(join(dist, "static"))
      .filter((name) => name.endsWith(ENDING))
      .map((name) => `/_next/static/${name.slice(0, -ENDING.length)}`),
  );
  onEachRequest(({ request, response }) => {
    const { url = "", headers } = request;
    const type = copies.has(url) ? typeOf(url) : undefined;
    if (type === undefined) return;
    response.setHeader("vary", "accept-encoding");
    // Next answers 500 to those that it can't serve. No browser needs them for a script.
    for (const name of ["range", "if-match", "if-unmodified-since"]) delete headers[name];
    if (!readsBrotli(headers["accept-encoding"])) return;
    request.url = url + ENDING;
    const writeHead = response.writeHead;
    response.writeHead = ((status: number, ...rest: []) => {
      // A refusal is text, and a browser that has the file already gets none.
      if (status < 300) response.setHeader("content-type", type).setHeader("content-encoding", "br");
      return writeHead.call(response, status, ...rest);
    }) as typeof writeHead; // its overloads are passed on as they came
  });
}

/** Unlike the highest, 11, it takes a second in place of three, for 2 % more bytes. */
const QUALITY = 10;

const ENDING = ".br";

const typeOf = (name: string): string | undefined => {
  if (name.endsWith(".js")) return "application/javascript; charset=UTF-8";
  return name.endsWith(".css") ? "text/css; charset=UTF-8" : undefined;
};

const readsBrotli = (accepted: string | string[] = ""): boolean =>
  String(accepted)
    .split(",")
    .some((encoding) => /^\s*br\s*(;\s*q=(0\.\d*[1-9]\d*|1(\.0*)?)\s*)?$/i.test(encoding));

const namesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
