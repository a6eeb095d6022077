import { z } from "zod";
import { type Command, cards, followUp, uncash } from "./command.ts";
import { amendment, original, requireOriginal } from "./command-fields.ts";

const capture = {
  label: "Capture",
  tenders: cards,
  fields: z.object({ ...original, ...amendment }).superRefine(requireOriginal),
  right: "capture",
  results: followUp,
  event: "transaction.sale.captured",
  original: "required",
  reference: "none",
} as const;

/** Commands that change a payment before it is settled. */
export const unsettledCommands = {
  "cc:capture": {
    ...capture,
    aliases: ["capture"],
    effect: "The held amount goes into the open batch and is collected when it closes.",
    actions: ["capture"],
  },
  "cc:capture:error": {
    ...capture,
    aliases: [],
    effect: "Captures, and answers with an error when the authorization has expired.",
    actions: [],
  },
  "cc:capture:reauth": {
    ...capture,
    aliases: [],
    effect: "Captures, and asks the issuer for a new authorization when the first has expired.",
    actions: [],
  },
  "cc:capture:override": {
    ...capture,
    aliases: [],
    effect: "Captures even when the authorization has expired.",
    actions: [],
  },
  "cc:adjust": {
    ...capture,
    aliases: [],
    label: "Change tip",
    effect: "The amount of the unsettled sale changes; the new total is collected when the batch closes.",
    actions: ["tip", "addtip"],
    event: "transaction.sale.adjusted",
  },
  void: {
    aliases: [],
    label: "Void",
    tenders: uncash,
    fields: z.object(original).superRefine(requireOriginal),
    effect: "Never collected. The hold on the card drops off in 1 to 5 days.",
    actions: ["void"],
    right: "void",
    results: followUp,
    event: "transaction.sale.voided",
    original: "required",
    reference: "none",
  },
  "cc:void:release": {
    aliases: ["void:release"],
    label: "Void and release funds",
    tenders: cards,
    fields: z.object(original).superRefine(requireOriginal),
    effect: "Voids and frees the customer's money at once. You can't undo this.",
    actions: ["releasefunds"],
    right: "void",
    results: followUp,
    event: "transaction.sale.voided",
    original: "required",
    reference: "none",
  },
  unvoid: {
    aliases: [],
    label: "Undo void",
    tenders: cards,
    fields: z.object(original).superRefine(requireOriginal),
    effect: "Undoes the void. The payment is collected when the open batch closes.",
    actions: ["unvoid"],
    right: "void",
    results: followUp,
    event: "transaction.sale.unvoided",
    original: "required",
    reference: "none",
  },
  queue: {
    aliases: [],
    label: "Take out of the batch",
    tenders: cards,
    fields: z.object(original).superRefine(requireOriginal),
    effect:
      "Back to an authorization: the amount stays on hold and nothing is collected until it is captured.",
    actions: ["queue"],
    right: "capture",
    results: followUp,
    event: "transaction.sale.queued",
    original: "required",
    reference: "none",
  },
} as const satisfies Record<string, Command>;
