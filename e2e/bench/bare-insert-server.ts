import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openStore } from "#server/sandbox/store/store.ts";
import { newDataDir } from "./measured-sandbox.ts";

/**
 * What any Node server pays for a sale on disk: reads JSON, inserts a row and an event of a sale's size into the sandbox's
 * tables, commits what came together and answers JSON of the size asked for with `?bytes=`. It checks and encrypts nothing.
 */
const dataDir = newDataDir();
await (await openStore({ dataDir, databaseUrl: undefined })).close();
const file = new DatabaseSync(join(dataDir, "sandbox.sqlite"));
file.exec(
  "pragma journal_mode = WAL; pragma synchronous = FULL; pragma cache_size = -8192; pragma wal_autocheckpoint = 4096",
);
const begin = file.prepare("begin immediate");
const commit = file.prepare("commit");
const insertSale = file.prepare(`
  insert into transactions (key, source_id, created_at, command, tender, trantype_code, status_code, result_code, authcode,
    amount, batch_id, ordinal, connected, duplicate_of_kind, sealed, fingerprint, details)
  values (?, 1, ?, 'sale', 'card', 'S', 'P', 'A', '123456', 4250, 1, ?, 0, ?, ?, ?, ?)`);
const insertEvent = file.prepare(`
  insert into events (event_id, event_type, transaction_key, body, attempts, next_attempt_at, claimed_until)
  values (?, 'transaction.sale.success', ?, ?, 0, ?, 0)`);

type Request = { body: object; bytes: number; response: ServerResponse };

const encrypted = "s".repeat(92);
const fingerprint = "f".repeat(43);
const event = "e".repeat(560);
let group: Request[] = [];
let written = 0;

function runGroup(): void {
  const requests = group;
  group = [];
  begin.run();
  for (const { body } of requests) {
    const key = String(++written).padStart(15, "0");
    const now = Date.now();
    // The sandbox's kinds begin with the order id, which rises in this load.
    const kind = `0${key}${randomUUID().slice(0, 22)}`;
    insertSale.run(key, now, written, kind, encrypted, fingerprint, JSON.stringify(body));
    insertEvent.run(key.padStart(64, "0"), key, event, now);
  }
  commit.run();
  for (const request of requests) answer(request);
}

function answer({ bytes, response }: Request): void {
  const text = JSON.stringify({ filling: "x".repeat(Math.max(0, bytes - 14)) });
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) });
  response.end(text);
}

function receive(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const bytes = Number(request.url?.split("bytes=")[1] ?? 0);
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as object; // as the load sends it
    if (group.push({ body, bytes, response }) === 1) setImmediate(gather, 0);
  });
}

/** Ends with the first turn of the event loop without another request, as the sandbox's commits do. */
function gather(before: number): void {
  if (group.length > before) setImmediate(gather, group.length);
  else runGroup();
}

const server = createServer(receive);
server.listen(0, "127.0.0.1", () => console.info(`ready at ${(server.address() as AddressInfo).port}`));
process.once("SIGTERM", () => process.exit());
