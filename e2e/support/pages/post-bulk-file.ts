import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { paths } from "#lib/paths.ts";
import { PAGE_USER_HEADER, type SessionUser } from "#lib/session/page-user.ts";

/**
 * Sends an approved bulk file as its page does, with its preparer's cookies, and returns the console's response.
 * Rejects when the connection breaks.
 */
export async function postBulkFile(
  { origin, cookie, id, name }: { origin: string; cookie: string; id: string; name: string },
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<string> {
  const boundary = randomUUID();
  const outgoing = request(`${origin}${paths.api.bulkSend(id)}`, {
    method: "POST",
    headers: {
      cookie,
      origin,
      [PAGE_USER_HEADER]: await signedInId(origin, cookie),
      "content-type": `multipart/form-data; boundary=${boundary}`,
    },
  });
  const answered = once(outgoing, "response");
  // Awaited below; until then a rejection must not be unhandled.
  answered.catch(() => undefined);
  const part = (field: string, file = "") =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${field}"${file && `; filename="${file}"\r\nContent-Type: text/csv`}\r\n\r\n`;
  outgoing.write(`${part("edits")}{"fixed":{},"excluded":[]}\r\n${part("file", name)}`);
  for await (const piece of pieces) if (!outgoing.write(piece)) await once(outgoing, "drain");
  outgoing.end(`\r\n--${boundary}--\r\n`);
  const [incoming] = await answered;
  let text = "";
  for await (const piece of incoming) text += piece;
  return text;
}

async function signedInId(origin: string, cookie: string): Promise<string> {
  const answer = await fetch(`${origin}${paths.api.session()}`, { headers: { cookie } });
  const { id } = (await answer.json()) as SessionUser; // our own route
  return id;
}
