import { type Command, cards, followUp, replies, uncash, undoing } from "./command.ts";

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
  label: "Capture",
  request: "amendment",
  reply: replies.amendment,
  money: "collects",
  action: "capture",
  offeredAs: [],
  becomes: "pending",
  event: "transaction.sale.captured",
  evidence: { source: "original", change: "captured" },
} as const;

const orderDetails = ["invoice", "ponum", "orderid", "description"] as const;

const capturing = {
  amount: "total",
  fields: orderDetails,
  icon: "download",
  keep: "Keep on hold",
  done: "Captured",
} as const;

/** The gateway offers a capture without saying which. While the authorization is valid, all capture alike. */
const expiredWay = {
  aside: true,
  onceExpired: true,
  impliedBy: ["capture"],
  // What it does to an expired authorization is of no use once it is captured.
  explainedAs: "cc:capture",
} as const;

/** Commands that change a payment before it is settled. */
export const unsettledCommands = {
  "cc:capture": {
    ...capture,
    aliases: ["capture"],
    effect: "The held amount goes into the open batch and is collected when it closes.",
    offeredAs: ["capture"],
    followUp: { ...capturing, place: 10, key: "c" },
  },
  "cc:capture:error": {
    ...capture,
    label: "Capture only if valid",
    effect:
      "Collects the amount while the authorization is valid. Once it has expired, nothing is collected.",
    followUp: { ...capturing, ...expiredWay, place: 12, key: "j" },
  },
  "cc:capture:reauth": {
    ...capture,
    label: "Authorize again and capture",
    effect:
      "If the authorization has expired, the issuer is asked again. Approved, a new payment is collected and the old hold is released. Declined, nothing is collected.",
    followUp: { ...capturing, ...expiredWay, place: 14, key: "t" },
  },
  "cc:capture:override": {
    ...capture,
    label: "Capture without authorization",
    effect:
      "Collects the amount even if the authorization has expired. The issuer may take the money back later, and the store bears that loss.",
    followUp: {
      ...capturing,
      ...expiredWay,
      place: 16,
      key: "w",
      reason: { rule: "required", presets: ["Goods delivered", "The customer agreed", "The issuer agreed"] },
    },
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
    followUp: {
      place: 50,
      amount: "total",
      fields: ["tip", "tax", ...orderDetails],
      icon: "tip",
      key: "y",
      keep: "Keep it as it is",
      done: "New total",
    },
  },
  void: {
    ...change,
    label: "Void",
    tenders: uncash,
    effect: "Never collected. The hold on the card drops off in 1 to 5 days.",
    effectOn: {
      refund: "The refund is not paid out: the customer does not get this money.",
      check: "The check is not sent to the bank. Nothing is drawn from the account.",
    },
    money: "voids",
    action: "void",
    offeredAs: ["void"],
    becomes: "voided",
    right: "void",
    event: "transaction.sale.voided",
    evidence: { source: "original", change: "voided" },
    followUp: {
      place: 30,
      amount: "none",
      reason: { rule: "optional", presets: undoing },
      icon: "void",
      key: "x",
      keep: "Keep the sale",
      keepRefund: "Keep the refund",
      keepAuthorization: "Keep the authorization",
      done: "Voided",
    },
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
    followUp: {
      place: 40,
      amount: "none",
      reason: { rule: "optional", presets: undoing },
      icon: "unlock",
      key: "f",
      keep: "Keep the sale",
      keepRefund: "Keep the refund",
      keepAuthorization: "Keep the authorization",
      done: "Voided, funds released",
    },
  },
  unvoid: {
    ...change,
    label: "Undo void",
    effect: "Undoes the void. The payment is collected when the open batch closes.",
    effectOn: { refund: "Undoes the void. The refund is paid out when the open batch closes." },
    money: "restores",
    action: "unvoid",
    offeredAs: ["unvoid"],
    becomes: "undone",
    right: "void",
    event: "transaction.sale.unvoided",
    evidence: { source: "original", change: "restored" },
    followUp: {
      place: 70,
      amount: "none",
      icon: "undo",
      key: "z",
      keep: "Keep it voided",
      done: "Void undone",
    },
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
    followUp: {
      place: 60,
      amount: "none",
      icon: "out",
      key: "q",
      keep: "Keep in the batch",
      done: "Taken out of the batch",
    },
  },
} as const satisfies Record<string, Command>;
