import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { Read } from "#lib/read.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { read } from "#server/gateway-client/client.ts";
import { CARD_MASK } from "#server/gateway-client/masking/mask-answer.ts";
import { WITHHELD } from "#server/gateway-client/masking/sent-secrets.ts";
import { sendOnce } from "#server/gateway-client/send-once.ts";
import { findAnswer, wasTouchedSince } from "#server/payments/attempts/attempt-queries.ts";
import { offerRead } from "#server/payments/recovery/offer-evidence.ts";
import { cacheTransaction, findCached, noteRead } from "./cached-transactions.ts";
import { findRecent, noteRecent } from "./recent-readings.ts";
import { toRead } from "./to-read.ts";

/**
 * A transaction by key or reference number. A settled card payment that was read before and not acted on here since
 * costs no request. `fresh` asks the gateway in any case: others may have acted on it. `recent` takes what the gateway
 * answered in the last two seconds as well. `preferred` falls back to the earlier reading, or to the gateway's answer to our
 * own command, marked as stale, when the gateway cannot be asked in time. `isForMoney`: a money action waits for it, so it takes its turn with the payments. That
 * a key is missing holds for a few seconds in any case.
 */
export async function readTransaction(
  key: string,
  {
    fresh = false,
    isForMoney = false,
  }: { fresh?: boolean | "recent" | "preferred"; isForMoney?: boolean } = {},
): Promise<Read<TransactionDetail>> {
  const recent = await findRecent(key, ({ kind }) => fresh === "recent" || kind === "missing");
  if (recent) return recent;
  const kept = fresh === true || fresh === "recent" ? undefined : await findEarlier(key, fresh);
  const earlier = kept && { kind: "found" as const, value: kept.transaction, readAt: kept.readAt };
  if (earlier && !fresh && !(await wasTouchedSince(kept.key, kept.readAt))) return earlier;
  const startedAt = Date.now();
  const outcome = await read("getTransaction", {
    segments: { trankey: key },
    priority: isForMoney ? "money" : "person",
    ...(earlier && { waitMs: earlierAfterMs }),
  });
  if (outcome.kind === "answered") {
    await noteRead([outcome.value], { askedAt: outcome.askedAt });
    await offerRead(outcome.value, outcome.askedAt);
    if (isSettled(outcome.value)) await cacheTransaction(outcome.value, outcome.askedAt);
  }
  const now = toRead(outcome, "The gateway has no transaction with this key or reference number.");
  noteRecent(key, now, now.kind === "found" ? now.readAt : startedAt);
  return now.kind === "unavailable" && earlier ? { ...earlier, stale: now.message } : now;
}

const findEarlier = async (key: string, fresh: false | "preferred") =>
  (await findCached(key)) ?? (fresh ? await findAnswer(key) : undefined);

/** How long a new reading is waited for in the shared limit while an earlier one can be shown. */
const earlierAfterMs = 2000;

/** A check can still be returned after it settled; a card payment in a closed batch is done. */
function isSettled({ status_code, check, batch }: TransactionDetail): boolean {
  return status_code === "S" && !check && batch?.key !== undefined;
}

/** A transaction's receipt as base64 of an HTML document: untrusted, to be sanitized where it is shown. */
export async function readReceipt(key: string, template: string | undefined): Promise<Read<string>> {
  const segments = { trankey: key, receiptid: template ?? "vterm" };
  const receipt = toRead(
    await read("getReceipt", { segments, priority: "person" }),
    "The gateway has no such receipt.",
  );
  const withheld = receipt.kind === "found" ? withheldReceipts.get(receipt.value) : undefined;
  return withheld ? { kind: "unavailable", message: withheld } : receipt;
}

const rest = "so it is not shown or printed. The payment is not affected. Tell your administrator.";
const withheldReceipts: ReadonlyMap<string, string> = new Map([
  [CARD_MASK, `This receipt contains a full card number, ${rest}`],
  [WITHHELD, `This receipt contains a security code, ${rest}`],
]);

/** Has the gateway email the receipt, once: each request sends an email. Why it was not sent, or may not have been, is in the refusal. */
export async function sendReceipt(key: string, email: string): Promise<Result<undefined>> {
  const sent = await sendOnce("sendReceipt", { segments: { trankey: key }, body: { toemail: email } });
  switch (sent.kind) {
    case "answered":
      return ok(undefined);
    case "unknown":
      return refuse(
        "The gateway's response was lost: the receipt may have been sent. Ask whether it has arrived before you send it again.",
      );
    case "unsent":
      return refuse(`The receipt was not sent: ${sent.reason}.`);
    case "refused": {
      const read = toRead(sent, "The gateway has no transaction with this key.");
      return refuse(`The receipt was not sent. ${"message" in read ? read.message : ""}`);
    }
  }
}
