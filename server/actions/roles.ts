"use server";

import { z } from "zod";
import { noCardNumber } from "#lib/card-data/card-detector.ts";
import { longestRoleName } from "#lib/people/role-entry.ts";
import { customRights, moneyRights } from "#lib/permissions.ts";
import type { Result } from "#lib/result.ts";
import { proof } from "#server/auth/proof.ts";
import * as change from "#server/auth/roles/change-roles.ts";
import { db } from "#server/db/db.ts";
import { afterPassword } from "./after-password.ts";

const cents = z.number().int().min(0).max(99_999_999_999).optional();
const limit = z.strictObject({ transactionCents: cents, dayCents: cents });

const roleForm = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, "Enter a name.")
    .max(longestRoleName, `Use at most ${longestRoleName} characters.`)
    .refine(...noCardNumber),
  rights: z.array(z.enum(customRights)).max(customRights.length),
  limits: z.partialRecord(z.enum(moneyRights), limit),
  needsSecondStep: z.boolean(),
  password: proof,
});

/** Adds a custom role. Returns its id. */
export async function createRole(values: z.input<typeof roleForm>): Promise<Result<{ id: string }>> {
  return afterPassword(roleForm, (user, form) => change.createRole(db(), user, form))(values);
}

const oneRole = { id: z.string().min(1).max(64), version: z.number().int() };
const changedRole = roleForm.extend(oneRole);

/** Changes a custom role, and signs out everyone who has it when its rights change. */
export async function saveRole(values: z.input<typeof changedRole>): Promise<Result<{ signedOut: number }>> {
  return afterPassword(changedRole, (user, form) => change.saveRole(db(), user, form))(values);
}

const deletedRole = z.strictObject({
  ...oneRole,
  moveTo: z.string().min(1).max(64).optional(),
  password: proof,
});

/** Deletes a custom role. Who has it gets the role `moveTo` first. */
export async function deleteRole(values: z.input<typeof deletedRole>): Promise<Result<{ moved: number }>> {
  return afterPassword(deletedRole, (user, given) => change.deleteRole(db(), user, given))(values);
}
