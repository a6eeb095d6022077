"use server";

import type { z } from "zod";
import {
  asideRequest,
  confirmRequest,
  entryRequest,
  fundingRules,
  matchRequest,
  undoImportRequest,
  undoRequest,
} from "#lib/deposits/requests.ts";
import type { Result } from "#lib/result.ts";
import {
  changeRules,
  confirmSuggested,
  enterDeposit as enter,
  matchByHand,
  setAside,
  undoMatch,
} from "#server/books/deposits/change.ts";
import { undoImport } from "#server/books/deposits/imports.ts";
import { action } from "./action.ts";

const guard = { right: "manageDeposits", isRepeatable: true } as const;

/** Adds a deposit that no file brought. The same id twice is one deposit. */
export async function enterDeposit(values: z.input<typeof entryRequest>): Promise<Result<{ id: string }>> {
  return action({ ...guard, input: entryRequest }, enter)(values);
}

/** Matches a deposit to batches by hand, to the cent. */
export async function matchDeposit(values: z.input<typeof matchRequest>): Promise<Result<{ id: string }>> {
  return action({ ...guard, input: matchRequest }, matchByHand)(values);
}

/** Confirms suggested matches. */
export async function confirmDeposits(
  values: z.input<typeof confirmRequest>,
): Promise<Result<{ confirmed: number }>> {
  return action({ ...guard, input: confirmRequest }, confirmSuggested)(values);
}

/** Marks a bank line as a fee, or as not from sales. */
export async function setDepositAside(values: z.input<typeof asideRequest>): Promise<Result<{ id: string }>> {
  return action({ ...guard, input: asideRequest }, setAside)(values);
}

/** Undoes a match, with a reason. */
export async function undoDepositMatch(values: z.input<typeof undoRequest>): Promise<Result<null>> {
  return action({ ...guard, input: undoRequest }, undoMatch)(values);
}

/** Removes the lines of an import, none of which is matched. */
export async function undoDepositImport(
  values: z.input<typeof undoImportRequest>,
): Promise<Result<{ removed: number; kept: number }>> {
  return action({ ...guard, input: undoImportRequest }, undoImport)(values);
}

/** Changes how the processor pays out. */
export async function changeFundingRules(
  values: z.input<typeof fundingRules>,
): Promise<Result<{ matched: number }>> {
  return action({ ...guard, input: fundingRules }, changeRules)(values);
}
