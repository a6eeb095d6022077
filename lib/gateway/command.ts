import type { z } from "zod";
import type { AvailableAction, ResultCode } from "./codes.ts";
import type { EventName } from "./events.ts";

/** Everything a command is, in one row. Buttons, forms, dispatch, documents and conformance tests are derived from it. */
export type Command = {
  /** Other spellings of the command on the wire. */
  aliases: readonly string[];
  /** The word on its button. */
  label: string;
  tenders: readonly Tender[];
  /** The request without `command`; reads tolerantly, normalises spellings. */
  fields: z.ZodType;
  /** What it does to the money, for the person about to press. */
  effect: string;
  /** Values of `available_actions` that lead to it. */
  actions: readonly AvailableAction[];
  right: CommandRight;
  results: readonly ResultCode[];
  event: EventName | null;
  /** Whether it acts on an earlier transaction. */
  original: "none" | "optional" | "required";
  /**
   * Where our reference travels. Never in the order id: the gateway compares it to detect duplicates, and a new one each
   * time would blind that check. `unlisted-comments`: the contract does not list `comments` for the command, so a gateway
   * may drop it and a missing reference proves nothing. A command with `none` is proven by the state of its original.
   */
  reference: "comments" | "unlisted-comments" | "none";
};

export type Tender = "card" | "token" | "check" | "cash";
export type CommandRight = "charge" | "capture" | "void" | "refund" | "quickRefund" | "saveCard";

/** The tenders and result codes that rows share. */
export const outcome = ["A", "P", "D", "E", "V"] as const;
export const followUp = ["A", "E"] as const;
export const cards = ["card", "token"] as const;
export const uncash = ["card", "token", "check"] as const;
