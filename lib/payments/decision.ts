import type { Attempt } from "../attempt.ts";
import { type CommandName, commands, type Tender } from "../gateway/commands.ts";

type Decided = Pick<Attempt, "command" | "tender">;

/** What a manager decides about a lost answer. Cash is in hand either way: the question is its record. */
type DecisionSubject = "charge" | "cash" | "action";

const subjectOf = ({ command, tender }: { command: CommandName; tender: Tender }): DecisionSubject => {
  if (commands[command].original !== "none") return "action";
  return tender === "cash" ? "cash" : "charge";
};

/** Whether cash was taken over the counter: it is in hand, even if the gateway has no record of it. */
export const isCashSale = (attempt: Decided): boolean => subjectOf(attempt) === "cash";

/** What was decided, as the end of "Tobias decided that …". */
export function decidedText(attempt: Decided, moved: boolean): string {
  return decided[subjectOf(attempt)][moved ? "moved" : "notMoved"];
}

const decided: Record<DecisionSubject, { moved: string; notMoved: string }> = {
  charge: { moved: "the money moved", notMoved: "no money moved" },
  cash: { moved: "the gateway has recorded it", notMoved: "the gateway has not recorded it" },
  action: { moved: "it was done", notMoved: "it was not done" },
};

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
  if (subject === "action") return action;
  const source = attempt.tender === "check" ? "account" : "card";
  const free = `and this ${source} and amount can be charged again at every workstation.`;
  return {
    sources: "Decide only by what you have seen at the gateway or heard from the bank.",
    proof: "Such as the authorization number in the processor's portal. No card numbers.",
    ask: "Choose whether the money moved.",
    moved: { label: "Money moved", effect: `It counts as paid, ${free}` },
    notMoved: { label: "It did not move", effect: `It counts as not paid, ${free}` },
  };
}

const portal = "Such as the reference number in the processor's portal. No card numbers.";

const cash: Words = {
  sources: "Decide only by what you have seen at the gateway.",
  proof: portal,
  ask: "Choose whether the gateway has recorded it.",
  moved: { label: "It was recorded", effect: "It counts as a recorded sale. The cash stays in the drawer." },
  notMoved: {
    label: "It was not recorded",
    effect: "It counts as not recorded. If the cash is in hand, record the sale again or give the cash back.",
  },
};

const action: Words = {
  sources: "Decide only by what you have seen at the gateway or heard from the bank.",
  proof: portal,
  ask: "Choose whether it was done.",
  moved: { label: "It was done", effect: "It counts as done, and the payment can be acted on again." },
  notMoved: {
    label: "It was not done",
    effect: "It counts as not done, and the payment can be acted on again.",
  },
};
