import type { SearchPlace } from "#lib/attempt.ts";
import type { AttemptRow } from "../store.ts";
import type { SearchContext } from "./context.ts";
import { judgeOriginal } from "./judge-original.ts";
import type { SearchNotes } from "./notes.ts";
import { changedOtherwise, forAPerson, keepLooking, mayArriveUntil, settleSearched } from "./outcome.ts";
import { toDone, toUnchanged } from "./resolution.ts";
import type { Round } from "./round.ts";
import { shownBy } from "./shown-by.ts";
import { provenFrom } from "./times.ts";

/** For a command without a place for our reference: reads the payment it acts on and compares it with what it was before. */
export async function lookAtOriginal(
  { row, notes }: { row: AttemptRow; notes: SearchNotes | undefined },
  round: Round,
  context: SearchContext,
): Promise<void> {
  if (row.original_key === null)
    return await keepLooking(row, { places: [], waitsFor: forAPerson }, [], context);
  // What somebody did to the payment after a decision would be taken for this command.
  if (row.state === "resolved" && (await context.records.isFollowed(row)))
    return await context.records.noteLook(row, { places: [], lookedAt: context.clock() }, null);
  const at = context.clock();
  const answer = await context.gateway.getTransaction(row.original_key);
  if (answer.kind === "unavailable") {
    round.reached = false;
    return;
  }
  const until = provenFrom(row, context.timeoutMs);
  const judgement = answer.kind === "answered" ? judgeOriginal(row, answer.value) : "hidden";
  // The command may still be on its way through the gateway: an unchanged payment proves nothing before that is over.
  const resolution =
    judgement === "done" && answer.kind === "answered"
      ? toDone(answer.value, context.clock())
      : judgement === "unchanged" && at >= until
        ? toUnchanged(row, context.clock())
        : undefined;
  const places: SearchPlace[] = [
    { place: "original", name: "the payment it acts on", upTo: at, complete: at >= until },
  ];
  if (resolution) {
    round.settled += (await settleSearched(row, resolution, places, context)) ? 1 : 0;
    return;
  }
  if (shownBy(row) === "either") return;
  const waiting = {
    done: forAPerson,
    hidden: forAPerson,
    otherwise: changedOtherwise,
    unchanged: mayArriveUntil(until, context),
  }[judgement];
  await keepLooking(row, { ...notes, places, waitsFor: waiting }, [until], context);
}
