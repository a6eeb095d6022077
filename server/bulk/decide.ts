import { z } from "zod";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { openDecision } from "#lib/bulk/file-decision.ts";
import { noCardNumber } from "#lib/card-data/card-detector.ts";
import { gatewayKey } from "#lib/forms/gateway-key.ts";
import { attemptId } from "#lib/payments/attempt-id.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { asPayment } from "#server/gateway-client/caller.ts";
import { read } from "#server/gateway-client/client.ts";
import { findFile } from "./files.ts";
import { resolveByDecision } from "./resolve.ts";

export const fileDecision = z.object({
  id: attemptId,
  /** Whether the gateway has the file, as the manager has found out elsewhere. */
  arrived: z.boolean(),
  /** The group's key at the gateway, where they have seen it. */
  bulkKey: z.string().trim().pipe(z.literal("").or(gatewayKey)).optional(),
  reason: z
    .string()
    .trim()
    .min(8, "Say how you know, in a few words.")
    .max(500, "Use at most 500 characters.")
    .refine(...noCardNumber),
});

/** A manager resolves a file whose answer was lost, or names the group of one that was found without it. A key that they name has to be a group that the gateway knows. */
export async function decideFile(
  person: { name: string },
  { id, arrived, bulkKey, reason }: z.output<typeof fileDecision>,
): Promise<Result<BulkFile>> {
  const key = arrived && bulkKey ? bulkKey : undefined;
  if (key) {
    const taken = await findFile(key);
    if (taken)
      return refuse(`${key} is the group of ${taken.name}.`, {
        bulkKey: "This key belongs to another file.",
      });
    const answer = await asPayment(() =>
      read("getBulk", { segments: { bulk_key: key }, priority: "person" }),
    );
    if (answer.kind === "refused")
      return refuse(`The gateway has no group ${key}.`, {
        bulkKey: "The gateway has no group with this key.",
      });
    if (answer.kind === "unavailable")
      return refuse(`The gateway could not be asked for ${key} (${answer.reason}): try again.`);
  }
  const before = await findFile(id);
  const isNaming = before !== undefined && openDecision(before) === "nameGroup";
  if (isNaming && !key)
    return refuse("The gateway has this file: only the key of its group is missing.", {
      bulkKey: "Enter the key of its group.",
    });
  const what = isNaming ? `named its group ${key}` : decisions[arrived ? "arrived" : "missing"];
  const text = `${person.name} ${what}: ${asSentence(reason)}`;
  const decision = { by: person.name, at: Date.now(), text, arrived };
  const decided = await resolveByDecision(id, decision, key ?? null);
  const file = await findFile(id);
  if (!file) return refuse("There is no such file.");
  if (!decided) return refuse("There is nothing to decide about this file now. Look at its state.");
  return ok(file);
}

const decisions = {
  arrived: "decided that the file arrived",
  missing: "decided that the file did not arrive",
};

const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
