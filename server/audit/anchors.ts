import type { AuditHead } from "./record.ts";

/** The head of a log as it is kept elsewhere. That of a further gateway account names it, since those of all may be in one file. */
export const toAnchor = ({ position, hash }: AuditHead, account: string | undefined): string =>
  `${account === undefined ? "" : `${account}@`}${position}:${hash}`;

/** The anchor that a line holds, with the account that it names; undefined where there is none. */
export function readAnchor(line: string): { account: string | undefined; head: AuditHead } | undefined {
  const found = /(?:([a-z0-9-]+)@)?(\d+):(v1\.[0-9a-f]{8}\.[0-9a-f]{32})/.exec(line);
  if (!found) return undefined;
  const [, account, position, hash = ""] = found;
  return { account, head: { position: Number(position), hash } };
}
