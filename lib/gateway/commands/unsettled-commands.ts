import { text, translated } from "#lib/language/t.ts";
import { type Command, cards, followUp, nonCashTenders, replies } from "./command.ts";

/** Shared by follow-ups on an unsettled payment, which change the payment itself. */
const change = {
  aliases: [],
  tenders: cards,
  request: "original",
  reply: [],
  records: null,
  right: "capture",
  results: followUp,
  original: "required",
  reference: "none",
} as const;

const capture = {
  ...change,
  label: text("Capture ~verb"),
  request: "amendment",
  reply: replies.amendment,
  money: "collects",
  action: "capture",
  offeredAs: [],
  becomes: "pending",
  event: "transaction.sale.captured",
  evidence: { source: "original", change: "captured" },
} as const;

/** Commands that change a payment before it is settled. */
export const unsettledCommands = translated(["effect", "label", "authorized", "refund", "check"], {
  "cc:capture": {
    ...capture,
    aliases: ["capture"],
    effect: "The held amount is collected when its batch closes.",
    offeredAs: ["capture"],
  },
  "cc:capture:error": {
    ...capture,
    label: "Capture only if valid",
    effect:
      "Collects the amount while the authorization is valid. Once it has expired, nothing is collected.",
  },
  "cc:capture:reauth": {
    ...capture,
    label: "Authorize again and capture",
    mayReplace: true,
    evidence: { source: "original", change: "capturedOrReplaced" },
    effect:
      "If the authorization has expired, the issuer is asked again. If approved, a new payment is collected and the old hold is released. If declined, nothing is collected.",
  },
  "cc:capture:override": {
    ...capture,
    label: "Capture without authorization",
    effect:
      "Collects the amount even if the authorization has expired. The issuer may take the money back later, and the store bears that loss.",
  },
  "cc:adjust": {
    ...change,
    label: "Change amount or tip",
    request: "amendment",
    reply: replies.amendment,
    effect:
      "Changes the amount, the tip, the tax or the order details. The new total is collected when the batch closes.",
    effectOn: {
      authorized:
        "Changes the amount on hold, the tip, the tax or the order details. Nothing is collected until it is captured.",
    },
    money: "sets",
    action: "addtip",
    offeredAs: ["addtip", "tip"],
    event: "transaction.sale.adjusted",
    evidence: { source: "original", change: "amended" },
  },
  void: {
    ...change,
    label: "Void ~verb",
    tenders: nonCashTenders,
    effect: "The amount is never collected. The hold on the card drops off in 1 to 5 days.",
    effectOn: {
      refund: "The refund is not paid out: the customer does not get this money.",
      check: "The check is not sent to the bank. Nothing is debited from the account.",
    },
    money: "voids",
    action: "void",
    offeredAs: ["void"],
    becomes: "voided",
    right: "void",
    event: "transaction.sale.voided",
    evidence: { source: "original", change: "voided" },
  },
  "cc:void:release": {
    ...change,
    aliases: ["void:release"],
    label: "Void and release funds",
    effect: "Voids and frees the customer's money at once. You can't undo this.",
    money: "voids",
    action: "releasefunds",
    offeredAs: ["releasefunds"],
    becomes: "released",
    right: "void",
    event: "transaction.sale.voided",
    evidence: { source: "original", change: "released" },
  },
  unvoid: {
    ...change,
    label: "Undo void",
    request: "voided",
    effect: "Undoes the void. The payment is collected when its batch closes.",
    effectOn: { refund: "Undoes the void. The refund is paid out when its batch closes." },
    money: "restores",
    action: "unvoid",
    offeredAs: ["unvoid"],
    becomes: "undone",
    right: "void",
    event: "transaction.sale.unvoided",
    evidence: { source: "original", change: "restored" },
  },
  queue: {
    ...change,
    label: "Take out of the batch",
    effect:
      "Back to an authorization: the amount stays on hold and nothing is collected until it is captured.",
    money: "postpones",
    action: "queue",
    offeredAs: ["queue"],
    becomes: "authorized",
    event: "transaction.sale.queued",
    evidence: { source: "original", change: "postponed" },
  },
} as const satisfies Record<string, Command>);
