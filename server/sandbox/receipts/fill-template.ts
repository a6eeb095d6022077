import { escapeHtml } from "#lib/format/html.ts";
import { trantypes } from "#lib/gateway/codes.ts";
import { momentIn } from "#lib/time.ts";
import type { TransactionSnapshot } from "../commands/original.ts";
import { toRefnum } from "../keys.ts";
import { toWireAmount } from "../rules/amount.ts";
import type { SandboxSettings } from "../settings.ts";

/** Replaces {{name}} in a template with the transaction's value, escaped. An unknown name becomes empty. */
export function fillTemplate(html: string, { row }: TransactionSnapshot, settings: SandboxSettings): string {
  const values: Record<string, string> = {
    merchant: settings.merchantName,
    amount: toWireAmount(row.amount, row.details.currency),
    authcode: row.authcode,
    refnum: toRefnum(row.id),
    key: row.key,
    created: momentIn(settings.timeZone, row.created_at),
    trantype: trantypes[row.trantype_code],
    invoice: row.details.invoice ?? "",
    card: row.details.card?.masked ?? "",
    cardholder: row.details.card?.cardholder ?? "",
    description: row.details.description ?? "",
  };
  return html.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => escapeHtml(values[name] ?? ""));
}
