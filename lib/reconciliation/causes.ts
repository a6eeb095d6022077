import { translated } from "#lib/language/t.ts";

/**
 * Why the gateway and the journal of this console differ, one row a cause. `resolvedBy`: the console knows the reason and
 * shows it (`console`), time will tell (`time`), or a person has to explain it (`person`). `information`: it explains nothing
 * that differs and is shown all the same. `untimed`: its text is about something whose time is not known; the time of the
 * payment is not that of its void.
 */
export const causes = translated(["title", "text"], {
  elsewhere: {
    title: "Taken outside this console",
    text: "It is in the batch and not in our journal.",
    resolvedBy: "console",
  },
  paidOutElsewhere: {
    title: "Paid out outside this console",
    text: "It returned money and is not in our journal.",
    resolvedBy: "person",
  },
  voidOfElsewhere: {
    title: "Taken and voided outside this console",
    text: "It is in the batch as a void and adds nothing; our journal does not have it.",
    resolvedBy: "console",
    untimed: true,
  },
  voidedElsewhere: {
    title: "Voided outside this console",
    text: "Our journal has it as collected; the gateway shows it voided.",
    resolvedBy: "console",
    untimed: true,
  },
  restoredElsewhere: {
    title: "Void undone outside this console",
    text: "Our journal has it as voided; the gateway collects it.",
    resolvedBy: "console",
    untimed: true,
  },
  changedElsewhere: {
    title: "Amount changed outside this console",
    text: "The gateway has another amount than our journal.",
    resolvedBy: "console",
    untimed: true,
  },
  capturedElsewhere: {
    title: "Captured outside this console",
    text: "Our journal has it as held; the gateway collects it.",
    resolvedBy: "console",
    untimed: true,
  },
  returned: {
    title: "Check returned",
    text: "The bank returned the check after it was accepted: the batch still has it, the deposit does not.",
    resolvedBy: "console",
    untimed: true,
    information: true,
  },
  otherBatch: {
    title: "In another batch",
    text: "Its answer named this batch; the gateway shows it in another one.",
    resolvedBy: "console",
  },
  clockEdge: {
    title: "Closing time",
    text: "It was sent as the batch closed and counts in the next one.",
    resolvedBy: "console",
  },
  voidedAfterTotal: {
    title: "Voided after the total was made",
    text: "The gateway's total still has it as a sale; its own list shows it voided.",
    resolvedBy: "console",
    untimed: true,
  },
  otherCurrency: {
    title: "Another currency",
    text: "The gateway has it in another currency than our journal, so each side counts in its own.",
    resolvedBy: "person",
    untimed: true,
  },
  answerLost: {
    title: "Answer lost, found in the batch",
    text: "The gateway has it; the search for its outcome is about to end.",
    resolvedBy: "time",
  },
  notRead: {
    title: "Not all transactions are read",
    text: "The rest of the batch is still to be read.",
    resolvedBy: "time",
  },
  unknown: {
    title: "Outcome unknown",
    text: "It may or may not be in the batch. The search goes on.",
    resolvedBy: "time",
  },
  decidedNotShown: {
    title: "Decided by a user, not by the gateway",
    text: "A user decided that it went through; the batch does not have it.",
    resolvedBy: "person",
    untimed: true,
  },
  missing: {
    title: "Not in the gateway's batch",
    text: "The gateway approved it into this batch; its list does not show it.",
    resolvedBy: "person",
  },
  ambiguous: {
    title: "More than one explanation",
    text: "Several payments fit equally well, so none is taken.",
    resolvedBy: "person",
  },
  partial: {
    title: "Approved in part",
    text: "Less was approved than asked for; both sides have what was approved.",
    resolvedBy: "console",
    information: true,
  },
  capturedForLess: {
    title: "Captured for another amount",
    text: "What was held is not what was captured; both sides have what was captured.",
    resolvedBy: "console",
    untimed: true,
    information: true,
  },
} as const satisfies Record<
  string,
  {
    title: string;
    text: string;
    resolvedBy: "console" | "time" | "person";
    information?: true;
    untimed?: true;
  }
>);

export type CauseKind = keyof typeof causes;

/** One difference with its cause. `cents` is what the gateway has more (or less) than the journal. */
export type Cause = {
  kind: CauseKind;
  cents: number;
  /** Of `cents`, its letters; missing for the merchant's own. */
  currency?: string;
  /** The gateway's transactions and our attempts it comes from. */
  keys: string[];
  attemptIds: string[];
  at: number | undefined;
  /** What a reader needs beside the words of the cause: "batch 2184", "4 of 9 pages". */
  detail?: string;
};
