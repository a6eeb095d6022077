import type { IconName } from "#components/ui/icon/icon.tsx";
import type { Tone } from "#components/ui/status/tone.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t, translated } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import type { ApprovalRequest, RequestState } from "#lib/payments/approval-request.ts";
import { commandNouns } from "#lib/payments/command-nouns.ts";

/** What is asked, without the amount: "Refund". */
export const commandOf = ({ command }: ApprovalRequest): string => commandNouns[command];

export const sumOf = ({ cents, currency: code }: ApprovalRequest): string => formatMoney(cents, { code });

/** "Invoice 10431", or what it is paid with. */
export const nameOf = ({ invoice, paymentMethod }: ApprovalRequest): string =>
  invoice === undefined ? translate(paymentMethod) : t("Invoice {invoice}", { invoice });

export const stateLabels: Record<RequestState, { word: string; tone: Tone; icon: IconName }> = translated(
  ["word"],
  {
    waiting: { word: "Waiting", tone: "warning", icon: "clock" },
    approved: { word: "Approved, not sent", tone: "approved", icon: "approved" },
    sent: { word: "Approved", tone: "approved", icon: "approved" },
    refused: { word: "Refused", tone: "declined", icon: "declined" },
    canceled: { word: "Canceled", tone: "neutral", icon: "void" },
    expired: { word: "Expired", tone: "neutral", icon: "clock" },
  },
);

/** The reason is stored as the attempt's note. */
export const reasonOf = ({ reason }: ApprovalRequest): string | undefined => reason?.replace(/^Reason: /, "");

export const firstName = (name: string): string => name.split(/\s+/)[0] ?? name;
