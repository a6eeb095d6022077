import type { IconName } from "#components/ui/icon.tsx";
import { State } from "#components/ui/state.tsx";
import type { Tone } from "#components/ui/tone.ts";
import { type StatusCode, statusCodes } from "#lib/gateway/codes.ts";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { kindOf } from "#lib/transaction-sums.ts";

/** Where a transaction of a batch stands, in the gateway's own words. */
export function TransactionStatus({ transaction }: { transaction: TransactionDetail }) {
  const { status, status_code: code } = transaction;
  const known = code !== undefined && isStatusCode(code) ? code : undefined;
  const words = status ?? (known ? statusCodes[known] : code) ?? "Not told";
  const { tone, icon } =
    kindOf(transaction) === "voids"
      ? voided
      : known
        ? looks[known]
        : { tone: "neutral" as const, icon: "info" as const };
  return (
    <State tone={tone} icon={icon} wraps>
      {words}
    </State>
  );
}

type Look = { tone: Tone; icon: IconName };

const voided: Look = { tone: "neutral", icon: "void" };

const looks: Record<StatusCode, Look> = {
  N: { tone: "warning", icon: "pending" },
  P: { tone: "neutral", icon: "pending" },
  B: { tone: "neutral", icon: "pending" },
  F: { tone: "approved", icon: "approved" },
  S: { tone: "approved", icon: "approved" },
  E: { tone: "declined", icon: "declined" },
  V: voided,
  R: { tone: "declined", icon: "declined" },
  T: { tone: "warning", icon: "warning" },
  M: { tone: "warning", icon: "pause" },
  H: { tone: "warning", icon: "pause" },
};

function isStatusCode(code: string): code is StatusCode {
  return Object.hasOwn(statusCodes, code);
}
