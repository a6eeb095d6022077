import type { Readable } from "node:stream";
import type { Review } from "#lib/bulk/approval.ts";
import type { BulkTotal } from "#lib/bulk/bulk-totals.ts";
import type { BulkFile, CounterPayments } from "#lib/bulk/file/bulk-file.ts";
import { UnreadableFileError } from "#lib/bulk/file/record-reader.ts";
import { uploadRefusalText } from "#lib/bulk/upload-refusal.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { monthIn } from "#lib/time.ts";
import type { Actor } from "#server/auth/actor.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { asPayment, noteSent } from "#server/gateway-client/caller.ts";
import { type UploadOutcome, uploadBulk } from "#server/gateway-client/upload.ts";
import { log } from "#server/log.ts";
import { digestsFor, keyedDigests } from "#server/payments/card-data/secrets.ts";
import { whileSending } from "#server/payments/in-flight.ts";
import { processId } from "#server/payments/recovery/alive.ts";
import { areEditsApproved, isApproved } from "../approvals.ts";
import { type BulkFileRow, findFile, findFileRow, moveFile, planOf } from "../files.ts";
import { forgetRows, recordRows } from "../known-rows.ts";
import { CounterMatch } from "../results/counter-payments.ts";
import { type Originals, readOriginals } from "../results/originals.ts";
import { PayoutList, payoutsIn, reservePayouts } from "../results/payouts.ts";
import { BrokenFormError, readForm, type SendForm, wipedAsRead } from "./read-form.ts";
import { isRepeat, noteRepeat } from "./repeated-upload.ts";
import { FileTooLargeError, type RowTally, streamRows } from "./row-stream.ts";

/**
 * Forwards an approved file to the gateway while the browser uploads it. Nothing of it is stored: each part is validated
 * again, compared with what was approved, and passed on. If it differs, the upload is aborted before its end, and nothing runs.
 */
export async function sendFile(person: Actor, id: string, request: Request): Promise<Result<BulkFile>> {
  const row = await findFileRow(id);
  if (!row || row.prepared_by_id !== person.id)
    return refuse("You have no such file. Choose the file again.");
  if (row.state === "unsent" && row.end_sent === 1)
    return refuse(
      "Nothing was sent: the gateway may have this file. Withdraw it and submit the file again, for a new approval.",
    );
  const sent_at = Date.now();
  const taken = {
    state: "sending",
    sent_at,
    end_sent: 0,
    process_id: processId(),
    outcome_at: null,
    problem: null,
    counter_payments: null,
  } as const;
  if (!(await moveFile(id, ["approved", "unsent"], taken)))
    return refuse(`Nothing was sent: ${stateText[row.state] ?? "the file is not approved"}.`);
  // A stop of the console waits for its outcome.
  await whileSending({ hasLeft: true }, async () => {
    // Taken for dead meanwhile it may be unknown to the others: what this process knows still counts.
    const settled = await asPayment(() => settle(person, { ...row, sent_at }, request));
    await db()
      .transaction()
      .execute(async (store) => {
        const change = { next_lookup_at: null, ...settled };
        const isMoved = await moveFile(id, ["sending", "unknown"], change, sent_at, store);
        // Of a file that never left as a whole the gateway has no row.
        if (isMoved && settled.state === "unsent") await forgetRows(store, id);
      });
  });
  const file = await findFile(id);
  if (!file) throw new Error("a bulk file vanished from the store");
  return ok(file);
}

const stateText: Partial<Record<BulkFileRow["state"], string>> = {
  waiting: "the file waits for its approval",
  sending: "the file is being sent already",
  sent: "the file was sent already",
  unknown: "it is not known yet whether the file was sent. Do not send it again",
  cancelled: "the file was withdrawn",
  refused: "the gateway refused the file",
};

type Settled = Parameters<typeof moveFile>[2];
type Sending = BulkFileRow & { sent_at: number };

/** The outcome of sending the file. Never rejects: anything uncertain is unknown. */
async function settle(person: Actor, row: Sending, request: Request): Promise<Settled> {
  let isPoured = false;
  let rest: Readable | undefined;
  try {
    const form = await readForm(request);
    rest = form.file;
    // No connection is opened for unapproved fixes.
    if (!(await areEditsApproved(row, form.edits))) throw new UploadHeldBackError(otherEdits);
    const originals = await originalsOf(row);
    const outcome = await uploadBulk(
      gatewayName(row),
      approvedRows(row, form, originals, () => {
        isPoured = true;
      }),
      person,
    );
    if (outcome.kind === "answered" || outcome.kind === "unknown") noteSent();
    const settled = toSettled(outcome, row);
    return isRepeat(outcome) ? { ...settled, ...(await noteRepeat(row)) } : settled;
  } catch (error) {
    if (error instanceof UploadStoppedError)
      return { ...unsent(error.message), counter_payments: JSON.stringify(error.payments) };
    if (
      error instanceof BrokenFormError ||
      error instanceof UnreadableFileError ||
      error instanceof UploadHeldBackError
    )
      return unsent(`${error.message} Nothing was sent.`);
    if (error instanceof FileTooLargeError) return unsent(`${otherFile} Nothing was sent.`);
    log.error({ err: error, file: row.id }, "sending a bulk file broke off");
    // Once all rows were passed on, the end may have been sent too.
    return isPoured
      ? toSettled({ kind: "unknown", reason: "reset" }, row)
      : unsent("The file did not arrive completely from the browser. Nothing was sent: send it again.");
  } finally {
    // The browser hears the answer only once it has been read out.
    rest?.resume();
  }
}

/** The payments of the approved rows, read before the upload begins. */
async function originalsOf({ review }: BulkFileRow): Promise<Originals> {
  const payouts = review ? payoutsIn(JSON.parse(review) as Review) : []; // written by `toStored`
  return payouts.length > 0 ? readOriginals(payouts) : new Map();
}

/**
 * The rows of the file, and at their end the comparison with what was approved. That the end may leave is written down
 * before it does: of a process that dies earlier the gateway has no whole file.
 */
async function* approvedRows(
  row: Sending,
  { edits, confirmed, file }: SendForm,
  originals: Originals,
  onPoured: () => void,
): AsyncGenerator<string, void> {
  const counter = await CounterMatch.start(confirmed);
  const list = new PayoutList();
  const [rowDigest] = await digestsFor("bulk row");
  const [traceDigest] = await digestsFor("bulk trace");
  const { lines, tally } = streamRows(wipedAsRead(file), {
    plan: planOf(row),
    edits,
    currentMonth: monthIn(env().gatewayTimeZone, Date.now()),
    approved: { bytes: row.size, rows: row.rows },
    digests: { row: rowDigest, trace: traceDigest },
    recordRows: (noted) => recordRows(row.id, noted),
    onRow: (sent) => {
      counter.see(sent);
      list.see(sent);
    },
  });
  yield* lines;
  if (!(await isAsApproved(row, tally))) throw new UploadHeldBackError(otherFile);
  const payments = await counter.end();
  if (payments) throw new UploadStoppedError(payments);
  const over = await reservePayouts(row.id, list.payouts, originals);
  if (over) throw new UploadHeldBackError(over);
  if (!(await moveFile(row.id, ["sending"], { end_sent: 1 }, row.sent_at)))
    throw new UploadHeldBackError("It took too long, so the upload was abandoned.");
  const taken = await counter.findNew();
  if (taken !== undefined)
    throw new UploadHeldBackError(
      `A payment of ${formatMoney(taken)} was taken at the counter while the file was being sent, and a row takes the same amount. Send the file again, which compares their cards.`,
    );
  onPoured();
}

/** Why the end of an upload was not given on, in words. */
class UploadHeldBackError extends Error {}

/** Rows repeat payments taken at the counter minutes ago: a person has to confirm them first. */
class UploadStoppedError extends Error {
  readonly payments: CounterPayments;

  constructor(payments: CounterPayments) {
    const { count, cents, rows } = payments;
    const named = `${rows.map(formatCount).join(", ")}${count > rows.length ? ", …" : ""}`;
    super(
      `${countOf(count, "row")} (${formatMoney(cents)}) ${count === 1 ? "has" : "have"} the same card and amount as payments taken at the counter in the last minutes: row ${named}. Nothing was sent.`,
    );
    this.payments = payments;
  }
}

const otherFile =
  "The file is not the one that was approved: its rows changed since. Withdraw it and submit the file again.";
const otherEdits =
  "The fixes or excluded rows are not the ones that were approved. Withdraw the file and submit it again.";

async function isAsApproved(
  row: Sending,
  { sha256, rows, good, totals, approval }: RowTally,
): Promise<boolean> {
  const expected: BulkTotal[] = JSON.parse(row.totals);
  const sum = (list: readonly BulkTotal[]) =>
    list
      .map(
        ({ command, tender, count, cents, withoutAmount, newCents, changing }) =>
          `${command} ${tender} ${count} ${cents} ${withoutAmount} ${newCents} ${changing?.count} ${changing?.cents}`,
      )
      .sort()
      .join();
  return (
    (await keyedDigests("bulk file", sha256)).includes(row.sha256) &&
    rows === row.rows &&
    good === row.good &&
    sum(totals) === sum(expected) &&
    (await isApproved(row, approval))
  );
}

/** The name that the gateway shows. It contains our reference, so that a lost answer can be resolved. */
function gatewayName({ name, reference }: Pick<BulkFileRow, "name" | "reference">): string {
  return `${name.replace(/\.csv$/i, "")}-${reference}.csv`;
}

function toSettled(outcome: UploadOutcome, { good }: Pick<Sending, "good">): Settled {
  const now = Date.now();
  switch (outcome.kind) {
    case "answered": {
      const { lines = 0, transactions = 0, errors = 0, dupes = 0, bulk_key } = outcome.upload;
      return {
        state: "sent",
        outcome_at: now,
        bulk_key: bulk_key ?? null,
        upload: JSON.stringify({ lines, transactions, errors, dupes }),
        problem: null,
      };
    }
    case "refused":
      return {
        state: "refused",
        end_sent: 0,
        outcome_at: now,
        // Line 1 is the header.
        problem: uploadRefusalText(outcome.error, good + 1),
      };
    case "unsent":
      return unsent(
        outcome.reason === "late" || outcome.reason === "left"
          ? "The gateway's shared limit was used up. Nothing was sent: send it again."
          : "The gateway could not be reached, or the connection was lost before the whole file arrived. Nothing is running: send it again.",
      );
    case "unknown":
      return {
        state: "unknown",
        next_lookup_at: now,
        problem: "The whole file was sent, but no answer came back. It may be running: do not send it again.",
      };
  }
}

function unsent(problem: string): Settled {
  return { state: "unsent", end_sent: 0, outcome_at: Date.now(), problem };
}
