import type { Standing } from "../commands/original.ts";
import type { SandboxSettings } from "../env.ts";
import { Refusal } from "../refusal.ts";
import type { Db } from "../store/store.ts";
import { fillTemplate } from "./fill-template.ts";
import { vterm } from "./vterm.ts";

/** The receipt of a transaction as an HTML document, by the standard template or one made in the control plane. */
export async function renderReceipt(
  db: Db,
  standing: Standing,
  { template, settings }: { template: string; settings: SandboxSettings },
): Promise<string> {
  if (template === "vterm") return vterm(standing, settings);
  const known = /^[\w.-]{1,64}$/.test(template)
    ? await db.selectFrom("receipt_templates").selectAll().where("id", "=", template).executeTakeFirst()
    : undefined;
  if (!known) throw new Refusal("receiptNotFound");
  return fillTemplate(known.html, standing, settings);
}
