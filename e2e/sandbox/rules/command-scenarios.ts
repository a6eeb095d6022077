import { goodCard, type RunningSandbox } from "#e2e/support/sandbox.ts";
import type { trantypes } from "#lib/gateway/codes.ts";
import type { CommandName } from "#lib/gateway/commands.ts";
import { approve, goodCheck, makeAuthorization, makeSale, makeSettledSale } from "../payments.ts";

type Scenario = {
  /** The fields of a plain request; runs any required earlier requests first. */
  request: (sandbox: RunningSandbox) => Promise<Record<string, unknown>>;
  /** All fields of its reply besides those that every reply has. */
  answers: readonly string[];
  /** The resulting record; null if there isn't one. */
  becomes: {
    trantype_code: keyof typeof trantypes;
    status: string;
    available_actions: readonly string[];
  } | null;
};

/** AVS results are returned only when an address was sent. */
const card = { ...goodCard, avs_street: "7 Orchard Close", avs_zip: "60640" };
const cardAnswer = ["creditcard", "avs", "cvc", "batch", "auth_amount", "trantype"];
const amendmentAnswer = ["batch", "auth_amount"];
const refundAnswer = ["creditcard", "avs", "batch", "auth_amount", "trantype"];

const freshSale = {
  trantype_code: "S",
  status: "Authorized (Pending Settlement)",
  available_actions: ["void", "releasefunds", "queue", "quicksale", "quickrefund", "addtip"],
} as const;
const authorized = {
  trantype_code: "A",
  status: "Authorized (Will not be captured)",
  available_actions: ["capture", "void", "releasefunds", "quicksale", "addtip"],
} as const;
const pendingRefund = {
  trantype_code: "C",
  status: "Pending Settlement",
  available_actions: ["void"],
} as const;
const capture = {
  request: async (sandbox: RunningSandbox) => ({ trankey: await makeAuthorization(sandbox, "20.00") }),
  answers: amendmentAnswer,
  becomes: freshSale,
} satisfies Scenario;

/** A plain, approved request of every command and its result. The compiler requires an entry for a new command. */
export const scenarios: Record<CommandName, Scenario> = {
  sale: {
    request: async () => ({ amount: "42.50", creditcard: card }),
    answers: cardAnswer,
    becomes: freshSale,
  },
  authonly: {
    request: async () => ({ amount: 42.5, creditcard: card }),
    answers: cardAnswer.filter((field) => field !== "batch"),
    becomes: authorized,
  },
  "cc:postauth": {
    request: async () => ({ amount: "42.50", authcode: "004242", creditcard: card }),
    answers: cardAnswer,
    becomes: freshSale,
  },
  "check:sale": {
    request: async () => ({ amount: "42.50", check: goodCheck }),
    answers: ["auth_amount", "trantype", "proc_refnum"],
    becomes: {
      trantype_code: "K",
      status: "Pending",
      available_actions: ["void", "quicksale", "quickrefund"],
    },
  },
  "cash:sale": {
    request: async () => ({ amount: "42.50" }),
    answers: ["auth_amount", "trantype"],
    becomes: { trantype_code: "G", status: "Posted", available_actions: [] },
  },
  quicksale: {
    request: async (sandbox) => ({
      trankey: await makeSale(sandbox, "5.00", { creditcard: card }),
      amount: "42.50",
    }),
    answers: cardAnswer,
    becomes: freshSale,
  },
  "cc:credit": {
    request: async () => ({ amount: "42.50", creditcard: goodCard }),
    answers: refundAnswer,
    becomes: pendingRefund,
  },
  "check:credit": {
    request: async () => ({ amount: "42.50", check: goodCheck }),
    answers: ["auth_amount", "trantype", "proc_refnum"],
    becomes: { trantype_code: "H", status: "Pending", available_actions: ["void"] },
  },
  "cash:refund": {
    request: async () => ({ amount: "42.50" }),
    answers: ["auth_amount", "trantype"],
    becomes: { trantype_code: "E", status: "Posted", available_actions: [] },
  },
  refund: {
    request: async (sandbox) => ({ trankey: await makeSettledSale(sandbox, "42.50"), amount: "2.50" }),
    answers: refundAnswer,
    becomes: pendingRefund,
  },
  quickrefund: {
    request: async (sandbox) => ({ trankey: await makeSale(sandbox, "42.50"), amount: "42.50" }),
    answers: refundAnswer,
    becomes: pendingRefund,
  },
  creditvoid: {
    request: async (sandbox) => ({ trankey: await makeSettledSale(sandbox, "42.50") }),
    answers: refundAnswer,
    becomes: pendingRefund,
  },
  "cc:capture": capture,
  "cc:capture:error": capture,
  "cc:capture:reauth": capture,
  "cc:capture:override": capture,
  "cc:adjust": {
    request: async (sandbox) => ({ trankey: await makeSale(sandbox, "42.50"), amount: "45.00" }),
    answers: amendmentAnswer,
    becomes: freshSale,
  },
  "refund:adjust": {
    request: async (sandbox) => ({ refnum: await makeSale(sandbox, "42.50"), amount: "2.50" }),
    answers: amendmentAnswer,
    becomes: freshSale,
  },
  void: {
    request: async (sandbox) => ({ trankey: await makeSale(sandbox, "42.50") }),
    answers: [],
    becomes: { trantype_code: "V", status: "Voided", available_actions: ["unvoid", "quicksale"] },
  },
  "cc:void:release": {
    request: async (sandbox) => ({ trankey: await makeSale(sandbox, "42.50") }),
    answers: [],
    becomes: { trantype_code: "V", status: "Voided (Funds Released)", available_actions: ["quicksale"] },
  },
  unvoid: {
    request: async (sandbox) => {
      const trankey = await makeSale(sandbox, "42.50");
      await approve(sandbox, "void", { trankey });
      return { trankey };
    },
    answers: [],
    becomes: freshSale,
  },
  queue: {
    request: async (sandbox) => ({ trankey: await makeSale(sandbox, "42.50") }),
    answers: [],
    becomes: authorized,
  },
  "cc:save": {
    request: async () => ({ creditcard: goodCard }),
    answers: ["creditcard", "savedcard"],
    becomes: null,
  },
};
