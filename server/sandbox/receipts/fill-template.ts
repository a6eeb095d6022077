import { trantypes } from "#lib/gateway/codes.ts";
import { toDecimal } from "#lib/money.ts";
import type { Standing } from "../commands/original.ts";
import type { SandboxSettings } from "../env.ts";
import { toRefnum } from "../keys.ts";
import { toLocalText } from "../merchant-time.ts";
import { escapeHtml } from "./escape-html.ts";

/** Puts the transaction's values, escaped, where a template says {{name}}; an unknown name stays empty. */
export function fillTemplate(html: string, { row }: Standing, settings: SandboxSettings): string {
  const values: Record<string, string> = {
    merchant: settings.merchantName,
    amount: toDecimal(row.amount),
    authcode: row.authcode,
    refnum: toRefnum(row.id),
    key: row.key,
    created: toLocalText(row.created_at, settings.timeZone),
    trantype: trantypes[row.trantype_code],
    invoice: row.details.invoice ?? "",
    card: row.details.card?.masked ?? "",
    cardholder: row.details.card?.cardholder ?? "",
    description: row.details.description ?? "",
  };
  return html.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => escapeHtml(values[name] ?? ""));
}
