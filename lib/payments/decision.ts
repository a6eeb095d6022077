import { t, text, translated } from "#lib/language/t.ts";
import type { Attempt } from "../attempt.ts";
import { type CommandName, commands, givesMoneyBack, type Tender } from "../gateway/commands.ts";

type Decided = Pick<Attempt, "command" | "tender">;

/** What a manager decides about a lost answer. Cash is in hand either way: the question is its record. */
type DecisionSubject = "charge" | "cash" | "cashRefund" | "action";

const subjectOf = ({ command, tender }: { command: CommandName; tender: Tender }): DecisionSubject => {
  if (commands[command].original !== "none") return "action";
  if (tender !== "cash") return "charge";
  return givesMoneyBack(command) ? "cashRefund" : "cash";
};

/** Whether cash was taken over the counter: it is in hand, even if the gateway has no record of it. */
export const isCashSale = (attempt: Decided): boolean => subjectOf(attempt) === "cash";

/** Whether the gateway only records it: cash that was taken or given back over the counter. */
export const isCash = (attempt: Decided): boolean =>
  isCashSale(attempt) || subjectOf(attempt) === "cashRefund";

/** What to do about cash that the gateway has not recorded; undefined for other tenders. */
export const notRecordedAdvice = (attempt: Decided): string | undefined => unrecorded[subjectOf(attempt)];

const unrecorded: Partial<Record<DecisionSubject, string>> = translated("*", {
  cash: "If the cash is in hand, record the sale again or give the cash back.",
  cashRefund: "If the cash was given back, refund it again, so that it is recorded.",
});

/** What was decided, as the end of "Tobias decided that …". */
export function decidedText(attempt: Decided, moved: boolean): string {
  return decided[subjectOf(attempt)][moved ? "moved" : "notMoved"];
}

const decided: Record<DecisionSubject, { moved: string; notMoved: string }> = translated(
  ["moved", "notMoved"],
  {
    charge: { moved: "the money moved", notMoved: "no money moved" },
    cash: { moved: "the gateway has recorded it", notMoved: "the gateway has not recorded it" },
    cashRefund: { moved: "the gateway has recorded it", notMoved: "the gateway has not recorded it" },
    action: { moved: "it was done", notMoved: "it was not done" },
  },
);

type Words = {
  /** Where a person may have found it out. */
  sources: string;
  /** An example of proof. */
  proof: string;
  ask: string;
  moved: { label: string; effect: string };
  notMoved: { label: string; effect: string };
};

/** The words of the question. */
export function decisionLabels(attempt: Decided): Words {
  const subject = subjectOf(attempt);
  if (subject === "cash") return cash;
  if (subject === "cashRefund") return cashRefund;
  if (subject === "action") return action;
  const ofAccount = attempt.tender === "check";
  return {
    sources: t("Decide only by what you have seen at the gateway or heard from the bank."),
    proof: t("Such as the authorization number in the processor's portal. No card numbers."),
    ask: t("Choose whether the money moved."),
    moved: {
      label: t("Money moved"),
      effect: ofAccount
        ? t("It counts as paid, and this account and amount can be charged again at every workstation.")
        : t("It counts as paid, and this card and amount can be charged again at every workstation."),
    },
    notMoved: {
      label: t("It did not move"),
      effect: ofAccount
        ? t("It counts as not paid, and this account and amount can be charged again at every workstation.")
        : t("It counts as not paid, and this card and amount can be charged again at every workstation."),
    },
  };
}

const portal = text("Such as the reference number in the processor's portal. No card numbers.");

const cash: Words = translated(["sources", "proof", "ask", "label", "effect"], {
  sources: "Decide only by what you have seen at the gateway.",
  proof: portal,
  ask: "Choose whether the gateway has recorded it.",
  moved: { label: "It was recorded", effect: "It counts as a recorded sale. The cash stays in the drawer." },
  notMoved: {
    label: "It was not recorded",
    effect: "It counts as not recorded. If the cash is in hand, record the sale again or give the cash back.",
  },
});

const cashRefund: Words = translated(["sources", "proof", "ask", "label", "effect"], {
  sources: "Decide only by what you have seen at the gateway.",
  proof: portal,
  ask: "Choose whether the gateway has recorded it.",
  moved: {
    label: "It was recorded",
    effect: "It counts as a recorded refund. Its cash has left the drawer.",
  },
  notMoved: {
    label: "It was not recorded",
    effect: "It counts as not recorded. If the cash was given back, refund it again, so that it is recorded.",
  },
});

const action: Words = translated(["sources", "proof", "ask", "label", "effect"], {
  sources: "Decide only by what you have seen at the gateway or heard from the bank.",
  proof: portal,
  ask: "Choose whether it was done.",
  moved: { label: "It was done", effect: "It counts as done, and the payment can be acted on again." },
  notMoved: {
    label: "It was not done",
    effect: "It counts as not done, and the payment can be acted on again.",
  },
});
