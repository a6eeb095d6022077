import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { authorization } from "#lib/gateway/signature.ts";
import { sha256Hex } from "../http/authenticate.ts";
import { demoKey, readSettings } from "../settings.ts";
import { startSandbox } from "../start-sandbox.ts";
import { forward, type UpstreamReply } from "./forward.ts";
import type { RecordedRequest, Session } from "./session-file.ts";

/** An empty sandbox on a free port and a folder of its own, removed at the end, of the program too. */
export type FreshSandbox = {
  /** Signs and sends a request; `signed` says how. Undefined when no complete answer came. */
  send(request: FreshRequest): Promise<UpstreamReply | undefined>;
  stop(): Promise<void>;
};

export type FreshRequest = Pick<RecordedRequest, "method" | "path" | "body"> & {
  signed: "well" | "wrongly" | "malformed" | "not";
};

/** Starts one with the rate limit that the recorded gateway reports, or none. */
export async function startFreshSandbox(session: Session): Promise<FreshSandbox> {
  const settings = { SANDBOX_PORT: "0", SANDBOX_LOG: "off", SANDBOX_CONTROL: "off" };
  const limit = limitOf(session);
  const folder = mkdtempSync(join(tmpdir(), "sandbox-compare-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  const sandbox = await startSandbox(
    readSettings({ ...settings, DATA_DIR: folder, SANDBOX_RATE_LIMIT: limit }),
  );
  const url = new URL(sandbox.url);
  return {
    send: async ({ method, path, body, signed }) => {
      const { bytes, type } = bytesOf(body);
      const headers = { "content-type": type, authorization: signatureOf(signed) };
      return await forward(url, { method, path, headers, body: bytes }).catch(() => undefined);
    },
    stop: async () => {
      await sandbox.stop();
      remove();
    },
  };
}

/** "7 of 45/min; 180 of 5000/day" is the limit 45/min,5000/day. What is no limit is compared as any header. */
function limitOf({ exchanges }: Session): string {
  for (const { reply } of exchanges) {
    const [, minute, day] =
      /of ([1-9]\d{0,8})\/min\D+\d+ of ([1-9]\d{0,8})\/day/.exec(reply?.headers["x-rate-limit"] ?? "") ?? [];
    if (minute && day) return `${minute}/min,${day}/day`;
  }
  return "off";
}

function signatureOf(signed: FreshRequest["signed"]): string | undefined {
  if (signed === "not") return undefined;
  if (signed === "malformed") return "Basic malformed";
  const pin = signed === "well" ? demoKey.pin : `${demoKey.pin}0`;
  return authorization(demoKey.key, pin, randomBytes(8).toString("hex"), sha256Hex);
}

function bytesOf(body: RecordedRequest["body"]): { bytes: Buffer; type: string } {
  const json = "application/json";
  if (!body) return { bytes: Buffer.alloc(0), type: json };
  if ("json" in body) return { bytes: Buffer.from(JSON.stringify(body.json)), type: json };
  // What could not be read then cannot be read now.
  if ("unreadable" in body) return { bytes: Buffer.from("{"), type: json };
  const { field, filename, text } = body.file;
  const boundary = randomBytes(16).toString("hex");
  const quoted = (name: string) => name.replaceAll(/["\r\n]/g, "_");
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(field)}"; filename="${quoted(filename)}"\r\nContent-Type: text/csv\r\n\r\n`;
  return {
    bytes: Buffer.from(`${head}${text}\r\n--${boundary}--\r\n`),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}
