import { createSocket } from "node:dgram";
import { hostname } from "node:os";
import type { Kysely } from "kysely";
import { isFirstStart, repeat } from "#server/background.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { accountOf } from "#server/sql/account-of.ts";
import { toAnchor } from "./anchors.ts";
import { type AuditHead, findHead } from "./record.ts";

/**
 * Sends the head of the audit log to AUDIT_HEAD_URL every ten minutes, if events were added since. There it is an anchor: `npm run
 * audit:verify -- --anchors FILE` finds a log that was rewritten or cut off after it. Each process of a store sends.
 */
export function startSendingHead(): void {
  const to = env().auditHeadUrl;
  if (!to || !isFirstStart("merchant-console.audit-head")) return;
  let last: AuditHead | undefined;
  const work = async () => {
    last = await sendHead(db(), to, last);
  };
  repeat(work, pauseMs, "the head of the audit log could not be sent; the next try is in ten minutes");
}

/** Sends the head unless it is `last`, and returns what was sent last. Throws when it doesn't arrive, as far as that can be known. */
export async function sendHead(
  store: Kysely<Database>,
  to: URL,
  last: AuditHead | undefined,
  now = new Date(),
): Promise<AuditHead | undefined> {
  const head = await findHead(store);
  if (!head || head.hash === last?.hash) return last;
  const account = accountOf(store);
  const anchor = toAnchor(head, account);
  if (to.protocol === "syslog:") await sendToSyslog(to, { anchor, account }, now);
  else await post(to, anchor, now);
  return head;
}

async function post(to: URL, head: string, now: Date): Promise<void> {
  const answer = await fetch(to, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ source: env().consoleOrigin, at: now.toISOString(), head }),
    redirect: "error",
    signal: AbortSignal.timeout(patienceMs),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`The address answered ${answer.status}.`);
}

type Sent = { anchor: string; account: string | undefined };

/** RFC 5424 over UDP, as facility "log audit" (13) and severity "informational" (6). UDP gives no answer. */
async function sendToSyslog(to: URL, { anchor, account }: Sent, now: Date): Promise<void> {
  // Each account has a log of its own, and its heads a name of their own.
  const program = account === undefined ? "merchant-console" : `merchant-console.${account}`;
  const line = `<${13 * 8 + 6}>1 ${now.toISOString()} ${hostname()} ${program} ${process.pid} audit-head - ${anchor}`;
  const address = to.hostname.replace(/^\[|\]$/g, "");
  const socket = createSocket(address.includes(":") ? "udp6" : "udp4");
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.on("error", reject);
  socket.send(line, Number(to.port || syslogPort), address, (error) => (error ? reject(error) : resolve()));
  try {
    await promise;
  } finally {
    socket.close();
  }
}

const syslogPort = 514;
const patienceMs = 10_000;
const pauseMs = 10 * 60_000;
