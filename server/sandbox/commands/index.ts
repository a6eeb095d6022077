import type { CommandName } from "#lib/gateway/commands.ts";
import { adjust, refundAdjust } from "./adjust.ts";
import { captureAs } from "./capture.ts";
import { cashRefund, cashSale } from "./cash.ts";
import { checkCredit, checkSale } from "./check.ts";
import { credit } from "./credit.ts";
import type { Handler } from "./handler.ts";
import { queue } from "./queue.ts";
import { creditvoid, refund } from "./refund.ts";
import { quickrefund, quicksale } from "./repeat.ts";
import { authonly, postauth, sale } from "./sale.ts";
import { saveCard } from "./save-card.ts";
import { unvoid, voidRelease, voidTransaction } from "./void.ts";

/** The handler of every command; a missing one is a type error. */
export const handlers = {
  sale,
  authonly,
  "cc:postauth": postauth,
  "check:sale": checkSale,
  "cash:sale": cashSale,
  quicksale,
  "cc:credit": credit,
  "check:credit": checkCredit,
  "cash:refund": cashRefund,
  refund,
  quickrefund,
  creditvoid,
  "cc:capture": captureAs("cc:capture"),
  "cc:capture:error": captureAs("cc:capture:error", "error"),
  "cc:capture:reauth": captureAs("cc:capture:reauth", "reauth"),
  "cc:capture:override": captureAs("cc:capture:override", "override"),
  "cc:adjust": adjust,
  "refund:adjust": refundAdjust,
  void: voidTransaction,
  "cc:void:release": voidRelease,
  unvoid,
  queue,
  "cc:save": saveCard,
} satisfies { [Name in CommandName]: Handler<Name> };
