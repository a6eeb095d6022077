import type { CommandName } from "../gateway/commands.ts";
import { translated } from "../language/t.ts";

/** A command as something that was done or asked for, before its payment or amount. `label` is the word of its button. */
export const commandNouns: Readonly<Record<CommandName, string>> = translated("*", {
  sale: "Charge",
  authonly: "Authorize ~noun",
  "cc:postauth": "Post voice authorization ~noun",
  "check:sale": "Charge",
  "cash:sale": "Charge",
  quicksale: "Repeat sale ~noun",
  "cc:save": "Save card ~noun",
  "cc:credit": "Credit a card ~noun",
  "check:credit": "Send to an account ~noun",
  "cash:refund": "Refund cash ~noun",
  refund: "Refund",
  quickrefund: "Quick refund",
  creditvoid: "Refund or void ~noun",
  "refund:adjust": "Lower the charge ~noun",
  "cc:capture": "Capture",
  "cc:capture:error": "Capture only if valid ~noun",
  "cc:capture:reauth": "Authorize again and capture ~noun",
  "cc:capture:override": "Capture without authorization ~noun",
  "cc:adjust": "Change amount or tip ~noun",
  void: "Void",
  "cc:void:release": "Void and release funds ~noun",
  unvoid: "Undo void ~noun",
  queue: "Take out of the batch ~noun",
});
