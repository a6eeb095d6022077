"use server";

import { z } from "zod";
import { paths } from "#lib/paths.ts";
import { longestEmail } from "#lib/people/person.ts";
import { ok, type Result } from "#lib/result.ts";
import * as change from "#server/auth/people/change-person.ts";
import * as invitations from "#server/auth/people/invitations.ts";
import { mailInvitation } from "#server/auth/people/mail-invitation.ts";
import { personName } from "#server/auth/people/person-name.ts";
import { proof } from "#server/auth/proof.ts";
import type { SignedInUser } from "#server/auth/session/sessions.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { afterPassword } from "./after-password.ts";

/** A link that was just made, for its only showing. */
export type InvitationLink = {
  link: string;
  email: string;
  expiresAt: number;
  /** Whether it was also mailed; null where no mail server is set. */
  isMailed: boolean | null;
};

const onePerson = z.strictObject({ id: z.uuid(), password: proof });
/** A built-in role by its name, or the id of a custom one. */
const role = z.string().min(1, "Choose a role.").max(64);
type OnePerson = z.input<typeof onePerson>;

const newcomer = z.strictObject({
  name: personName("Enter a name."),
  email: z.string().trim().max(longestEmail),
  role,
  password: proof,
});

/** Invites a person and returns the link. */
export async function invitePerson(values: z.input<typeof newcomer>): Promise<Result<InvitationLink>> {
  return afterPassword(newcomer, async (user, person) =>
    toLink(user, await invitations.invite(db(), user, person)),
  )(values);
}

/** Makes a new link for an invited person; the one before stops working. */
export async function renewInvitation(values: OnePerson): Promise<Result<InvitationLink>> {
  return afterPassword(onePerson, async (user, { id }) =>
    toLink(user, await invitations.renewInvitation(db(), user, id)),
  )(values);
}

export async function revokeInvitation(values: OnePerson): Promise<Result<null>> {
  return afterPassword(onePerson, (user, { id }) => invitations.revokeInvitation(db(), user, id))(values);
}

const newRole = onePerson.extend({ role });

/** Changes the role of a person and signs them out everywhere. */
export async function changeRole(values: z.input<typeof newRole>): Promise<Result<null>> {
  return afterPassword(newRole, (user, { id, role }) => change.changeRole(db(), user, id, role))(values);
}

/** Keeps a person from signing in and signs them out everywhere. */
export async function disablePerson(values: OnePerson): Promise<Result<null>> {
  return afterPassword(onePerson, (user, { id }) => change.disablePerson(db(), user, id))(values);
}

export async function enablePerson(values: OnePerson): Promise<Result<null>> {
  return afterPassword(onePerson, (user, { id }) => change.enablePerson(db(), user, id))(values);
}

/** Lets a person try their password again at once. */
export async function unlockPerson(values: OnePerson): Promise<Result<null>> {
  return afterPassword(onePerson, (user, { id }) => change.unlockPerson(db(), user, id))(values);
}

/** Removes the second step of a person who lost it, and signs them out everywhere. */
export async function resetSecondStep(values: OnePerson): Promise<Result<null>> {
  return afterPassword(onePerson, (user, { id }) => change.resetSecondStep(db(), user, id))(values);
}

const sessionsOfPerson = onePerson.extend({ session: z.string().max(64).optional() });

/** Ends one session of a person, or all. */
export async function endSessions(values: z.input<typeof sessionsOfPerson>): Promise<Result<null>> {
  return afterPassword(sessionsOfPerson, (user, given) => change.endSessions(db(), user, given))(values);
}

async function toLink(
  { name: inviter }: SignedInUser,
  made: Result<invitations.NewInvitation>,
): Promise<Result<InvitationLink>> {
  if (!made.ok) return made;
  const { token, email, expiresAt } = made.value;
  const link = `${env().consoleOrigin}${paths.invitation(token)}`;
  return ok({ link, email, expiresAt, isMailed: await mailInvitation({ link, email, expiresAt, inviter }) });
}
