import type { SearchPlace } from "#lib/attempt.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import type { LookupContext, Lookups } from "./context.ts";
import { evidenceSource } from "./evidence-source.ts";
import { findReplacement } from "./find-replacement.ts";
import { judgeOriginal } from "./judge-original.ts";
import type { LookupNotes } from "./notes.ts";
import { keepPolling, mayArriveUntil, resolveSearched } from "./outcome.ts";
import { toDone, toReplaced, toUnchanged } from "./resolution.ts";
import { provenFrom } from "./times.ts";
import type { WaitsFor } from "./waits-for.ts";

/** For a command without a place for our reference: reads the payment it acts on and compares it with what it was before. */
export async function lookupOriginal(
  { row, notes }: { row: AttemptRow; notes: LookupNotes | undefined },
  lookups: Lookups,
  context: LookupContext,
): Promise<void> {
  if (row.original_key === null)
    return await keepPolling(row, { places: [], waitsFor: "manager" }, [], context);
  // A later action on the payment would be mistaken for this command.
  if (row.state === "resolved" && (await context.records.isFollowed(row)))
    return await context.records.saveLookup(row, { places: [], lookedUpAt: context.clock() }, null);
  const at = context.clock();
  const answer = await context.gateway.getTransaction(row.original_key);
  if (answer.kind === "unavailable") {
    lookups.isReached = false;
    return;
  }
  const until = provenFrom(row, context.timeoutMs);
  const isReplaced = answer.kind === "answered" && judgeOriginal(row, answer.value) === "replaced";
  const replacement = isReplaced ? await findReplacement(row, context) : undefined;
  if (replacement?.kind === "unread") {
    lookups.isReached = false;
    return;
  }
  const judgment = answer.kind === "answered" ? judgeOriginal(row, answer.value) : "hidden";
  // The command may still be on its way through the gateway: an unchanged payment proves nothing before that is over.
  const resolution =
    judgment === "done" && answer.kind === "answered"
      ? toDone(answer.value, context.clock())
      : judgment === "unchanged" && at >= until
        ? toUnchanged(row, context.clock())
        : replacement?.kind === "found"
          ? toReplaced(replacement.transaction, context.clock())
          : undefined;
  const places: SearchPlace[] = [
    { place: "original", name: "the payment it acts on", upTo: at, complete: at >= until },
  ];
  if (resolution) {
    lookups.settled += (await resolveSearched(row, resolution, places, context)) ? 1 : 0;
    return;
  }
  if (evidenceSource(row) === "either") return;
  const waitsFor: WaitsFor = {
    done: "manager" as const,
    hidden: "manager" as const,
    otherwise: "externalChange" as const,
    replaced: at < until ? mayArriveUntil(until, context) : ("externalChange" as const),
    unchanged: mayArriveUntil(until, context),
  }[judgment];
  await keepPolling(row, { ...notes, places, waitsFor }, [until], context);
}
