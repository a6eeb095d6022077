import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compressFiles, serveCompressed } from "./compressed-files.ts";

const dist = mkdtempSync(join(tmpdir(), "compressed-files-"));
const chunks = join(dist, "static", "chunks");
const script = "const amount = 1;\n".repeat(200);

/** In Next's place: answers with the address that it would serve, refuses what a header says as text, and sends nothing that a browser has. */
const server = createServer(({ url, headers }, response) => {
  if (headers.range || headers["if-match"] || headers["if-unmodified-since"]) response.statusCode = 500;
  if (headers["x-refused"]) response.statusCode = 404;
  if (headers["if-none-match"]) response.statusCode = 304;
  response.end(url);
});

beforeAll(async () => {
  mkdirSync(chunks, { recursive: true });
  for (const name of ["page.js", "page.css", "font.woff2"]) writeFileSync(join(chunks, name), script);
  await compressFiles(dist);
  writeFileSync(join(chunks, "another-build.js"), script);
  serveCompressed(dist);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.close();
  rmSync(dist, { recursive: true });
});

async function open(name: string, accepted?: string, more: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo;
  const path = `/_next/static/chunks/${name}`;
  const headers = { ...more, ...(accepted !== undefined && { "accept-encoding": accepted }) };
  const [response] = (await once(get({ path, host: "127.0.0.1", port, headers }), "response")) as [
    IncomingMessage,
  ];
  const { "content-type": type, "content-encoding": encoding, vary } = response.headers;
  return { served: (await text(response)).split("/").at(-1), type, encoding, vary };
}

test("scripts and style sheets have a compressed copy, other files have none", () => {
  expect(readdirSync(chunks).filter((name) => name.endsWith(".br"))).toEqual(["page.css.br", "page.js.br"]);
  expect(brotliDecompressSync(readFileSync(join(chunks, "page.js.br"))).toString()).toBe(script);
});

test.each(["br", "gzip, deflate, br, zstd", "gzip,BR;q=0.5"])(
  "a browser that reads %s gets the copy",
  async (accepted) => {
    const copy = { encoding: "br", vary: "accept-encoding" };
    expect(await open("page.js", accepted)).toEqual({
      ...copy,
      served: "page.js.br",
      type: "application/javascript; charset=UTF-8",
    });
    expect(await open("page.css", accepted)).toEqual({
      ...copy,
      served: "page.css.br",
      type: "text/css; charset=UTF-8",
    });
  },
);

test.each([undefined, "", "gzip", "identity", "br;q=0", "br; q=0.000", "br;q=..", "br;q=2", "brotli"])(
  "a browser that reads %s gets the file, and caches know that there are two",
  async (accepted) => {
    expect(await open("page.js", accepted)).toEqual({ served: "page.js", vary: "accept-encoding" });
  },
);

test("a file without a copy is served as it is", async () => {
  expect(await open("another-build.js", "br")).toEqual({ served: "another-build.js" });
  expect(await open("font.woff2", "br")).toEqual({ served: "font.woff2" });
  expect(await open("page.js?v=1", "br")).toEqual({ served: "page.js?v=1" });
});

test("a browser that has the file already is sent no header of its content", async () => {
  expect(await open("page.js", "br", { "if-none-match": '"1"' })).toEqual({
    served: "",
    vary: "accept-encoding",
  });
});

test.each([
  { range: "bytes=9999-" },
  { "if-match": '"1"' },
  { "if-unmodified-since": "Mon, 02 Nov 2026 08:00:00 GMT" },
])("a script is sent whole to who asks with %j", async (header) => {
  expect(await open("page.js", "br", header)).toEqual({
    served: "page.js.br",
    type: "application/javascript; charset=UTF-8",
    encoding: "br",
    vary: "accept-encoding",
  });
  expect(await open("page.js", "gzip", header)).toEqual({ served: "page.js", vary: "accept-encoding" });
});

test("a refusal is text, and is not said to be compressed or a script", async () => {
  expect(await open("page.js", "br", { "x-refused": "yes" })).toEqual({
    served: "page.js.br",
    vary: "accept-encoding",
  });
});
