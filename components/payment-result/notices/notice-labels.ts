import type { IconName } from "#components/ui/icon/icon.tsx";
import type { Tone } from "#components/ui/status/tone.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { returnReason } from "#lib/gateway/codes/ach-returns.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { commandNouns } from "#lib/payments/command-nouns.ts";
import type {
  BulkContradictionFacts,
  BulkDifferenceFacts,
  ContradictionFacts,
  Notice,
  ReturnFacts,
} from "#lib/payments/notice.ts";

import { isCharge } from "../result-kind.ts";

export type NoticeLabels = {
  tone: Exclude<Tone, "accent">;
  icon: IconName;
  /** What happened. */
  title: string;
  /** How it is known; undefined when the title is enough. */
  proof: string | undefined;
  /** What to do now. */
  advice: string;
};

/** A notice in words: what happened, how it is known, what to do. */
export function noticeLabels(notice: Notice): NoticeLabels {
  switch (notice.kind) {
    case "contradiction":
      return contradictionLabels(notice);
    case "bulkContradiction":
      return bulkLabels(notice);
    case "bulkDifference":
      return differenceLabels(notice);
    case "return":
      return returnLabels(notice);
  }
}

function contradictionLabels({
  command,
  moved,
  message,
  recorded,
  tender,
}: ContradictionFacts): NoticeLabels {
  const who = recorded.by ?? t("This console");
  const action = commandNouns[command];
  const appearance = { tone: "declined", icon: "warning", proof: translate(message) } as const;
  if (!isCharge(command))
    return moved
      ? {
          ...appearance,
          title: t("{who} recorded that “{action}” did not happen, but it did.", { who, action }),
          advice: t("Look at the payment before anything else is done to it."),
        }
      : {
          ...appearance,
          title: t("{who} recorded that “{action}” happened, but it did not.", { who, action }),
          advice: t("Look at the payment and do it again if it is still wanted."),
        };
  if (!moved)
    return {
      ...appearance,
      title: t("{who} recorded this payment as charged, but the gateway does not have it.", { who }),
      advice: t("The customer has not paid. Collect the amount again."),
    };
  return {
    ...appearance,
    title: t("{who} recorded this payment as not charged, but the gateway has it.", { who }),
    advice:
      tender === "cash"
        ? t("Check whether the sale was recorded a second time.")
        : t("If the customer has paid another way since, void or refund this payment."),
  };
}

function bulkLabels({ recorded, rows, message, isDoubt }: BulkContradictionFacts): NoticeLabels {
  if (isDoubt)
    return {
      tone: "declined",
      icon: "warning",
      title: t("{by} recorded that this bulk file did not arrive, but the gateway has its rows.", {
        by: recorded.by,
      }),
      proof: translate(message),
      advice: t(
        "Find out at the gateway which file arrived. Do not send its {rows} again before that is known.",
        { rows: countOf(rows, "row") },
      ),
    };
  return {
    tone: "declined",
    icon: "warning",
    title: t("{by} recorded that this bulk file did not arrive, but the gateway has it.", {
      by: recorded.by,
    }),
    proof: translate(message),
    advice: t(
      "Do not send its {rows} again. If they were charged a second time since, void or refund those payments.",
      { rows: countOf(rows, "row") },
    ),
  };
}

function differenceLabels({ message }: BulkDifferenceFacts): NoticeLabels {
  return {
    tone: "warning",
    icon: "differs",
    title: t("The results of this bulk file differ from the file."),
    proof: translate(message),
    advice: t("Open the file to see what is missing. Don't send its rows again before they are found."),
  };
}

function returnLabels({ outcome, reason, isRefund, amountCents, currency }: ReturnFacts): NoticeLabels {
  const why =
    returnReason(reason) ?? (outcome === "timedOut" ? t("no response from the bank") : t("no reason given"));
  const what = {
    returned: t("Check returned"),
    failed: isRefund ? t("Check refund failed") : t("Check payment failed"),
    timedOut: isRefund ? t("Check refund timed out") : t("Check payment timed out"),
  }[outcome];
  const sum = amountCents === undefined ? t("the amount") : formatMoney(amountCents, { code: currency });
  return {
    tone: "declined",
    icon: "warning",
    title: `${what}: ${why}`,
    proof: undefined,
    advice: isRefund
      ? t("The customer did not get {sum}. Pay it back another way.", { sum })
      : t("No money came in. Collect {sum} another way.", { sum }),
  };
}
