import type { TransactionSnapshot } from "../commands/original.ts";
import { RefusalError } from "../refusal.ts";
import type { SandboxSettings } from "../settings.ts";
import type { Db } from "../store/database.ts";
import { fillTemplate } from "./fill-template.ts";
import { vterm } from "./vterm.ts";

/** The receipt of a transaction as an HTML document, by the standard template or one made in the control plane. */
export async function renderReceipt(
  db: Db,
  snapshot: TransactionSnapshot,
  { template, settings }: { template: string; settings: SandboxSettings },
): Promise<string> {
  if (template === STANDARD) return vterm(snapshot, settings);
  const known = await findTemplate(db, template);
  if (!known) throw new RefusalError("receiptNotFound");
  return fillTemplate(known.html, snapshot, settings);
}

export async function hasTemplate(db: Db, template: string): Promise<boolean> {
  return template === STANDARD || (await findTemplate(db, template)) !== undefined;
}

const STANDARD = "vterm";

async function findTemplate(db: Db, template: string): Promise<{ html: string } | undefined> {
  if (!/^[\w.-]{1,64}$/.test(template)) return undefined;
  return await db
    .selectFrom("receipt_templates")
    .select("html")
    .where("id", "=", template)
    .executeTakeFirst();
}
