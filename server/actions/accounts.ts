"use server";

import { z } from "zod";
import { accountColorNames, longestAccountName, maxAccounts } from "#lib/accounts/account.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import type { MainConsole } from "#server/accounts/account-input.ts";
import * as change from "#server/accounts/change-accounts.ts";
import { listServed } from "#server/accounts/read-accounts.ts";
import { confirmPassword } from "#server/auth/confirm-password.ts";
import { changeAccountRole } from "#server/auth/people/change-person.ts";
import { proof } from "#server/auth/proof.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { action } from "./action.ts";
import { afterPassword } from "./after-password.ts";

const secret = z.string().max(200);
const typed = z.strictObject({
  name: z.string().max(longestAccountName),
  color: z.enum(accountColorNames),
  urls: z.string().max(500),
  port: z.string().max(5),
  origin: z.string().max(200),
  apiKey: secret,
  apiPin: secret,
  webhookKey: secret,
  password: proof,
});
const seen = { id: z.string().max(64), version: z.number().int().min(1) };
const changed = typed.extend(seen);
const removed = z.strictObject({ ...seen, password: proof });

const mainConsole = (): MainConsole => {
  const { port, consoleOrigin: origin, sandbox: isDemo, gateway } = env();
  return { port, origin, isDemo, urls: gateway.urls, apiKey: gateway.apiKey };
};

/** Adds a gateway account, after the admin's own password and a test of its connection. */
export async function addAccount(values: z.input<typeof typed>): Promise<Result<null>> {
  return action(
    { right: "changeSettings", input: typed, isRepeatable: true },
    async (user, { password, ...given }) => {
      const confirmed = await confirmPassword(user, password);
      if (!confirmed.ok) return confirmed;
      if ((await listServed(db())).length >= maxAccounts) return refuse("There are too many accounts.");
      return change.addAccount(db(), user, given, mainConsole());
    },
  )(values);
}

/** Changes a gateway account, and replaces the keys that were typed. */
export async function changeAccount(values: z.input<typeof changed>): Promise<Result<null>> {
  return action(
    { right: "changeSettings", input: changed, isRepeatable: true },
    async (user, { password, ...given }) => {
      const confirmed = await confirmPassword(user, password);
      return confirmed.ok ? change.changeAccount(db(), env(), user, given, mainConsole()) : confirmed;
    },
  )(values);
}

/** Stops serving a gateway account. */
export async function removeAccount(values: z.input<typeof removed>): Promise<Result<null>> {
  return action(
    { right: "changeSettings", input: removed, isRepeatable: true },
    async (user, { password, ...given }) => {
      const confirmed = await confirmPassword(user, password);
      return confirmed.ok ? change.removeAccount(db(), env(), user, given) : confirmed;
    },
  )(values);
}

const accountRole = z.strictObject({
  id: z.uuid(),
  account: z.string().max(64),
  /** "" takes it away. */
  role: z.string().max(64),
  password: proof,
});

/** Gives a person a role in a further account, or takes it away, and signs them out everywhere. */
export async function setAccountRole(values: z.input<typeof accountRole>): Promise<Result<null>> {
  return afterPassword(accountRole, async (user, { id, account, role }) => {
    const done = await changeAccountRole(db(), user, { id, account, role });
    return done.ok ? ok(null) : done;
  })(values);
}
