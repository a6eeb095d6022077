"use server";

import { z } from "zod";
import type { ConnectionTest } from "#lib/gateway-check.ts";
import { ok, type Result } from "#lib/result.ts";
import { type MerchantSettingName, merchantSettingNames } from "#lib/settings/merchant-settings.ts";
import { confirmPassword } from "#server/auth/confirm-password.ts";
import { proof } from "#server/auth/proof.ts";
import { db } from "#server/db/db.ts";
import { changeSettings } from "#server/merchant-settings/change-settings.ts";
import { testConnectionFor } from "#server/merchant-settings/try-connection.ts";
import { action } from "./action.ts";

const change = z.strictObject({
  name: z.enum(merchantSettingNames as [MerchantSettingName, ...MerchantSettingName[]]), // there is at least one
  value: z.string().max(4000).nullable(),
  version: z.number().int().min(0),
});
const changed = z.strictObject({
  changes: z.array(change).min(1).max(merchantSettingNames.length),
  password: proof,
});

/** Asks the gateway whether it accepts the key, the PIN and this server's address. */
export async function testConnection(): Promise<Result<ConnectionTest>> {
  return action({ right: "changeSettings", input: z.undefined(), isRepeatable: true }, async (user) =>
    ok(await testConnectionFor(user)),
  )(undefined);
}

/** Saves changed settings, all or none, after the admin's own password. */
export async function saveSettings(values: z.input<typeof changed>): Promise<Result<null>> {
  return action({ right: "changeSettings", input: changed, isRepeatable: true }, async (user, given) => {
    const confirmed = await confirmPassword(user, given.password);
    return confirmed.ok ? changeSettings(db(), user, given.changes) : confirmed;
  })(values);
}
