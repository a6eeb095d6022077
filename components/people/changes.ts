import { countOf } from "#lib/format/counts.ts";
import { listOf } from "#lib/format/list.ts";
import { t } from "#lib/language/t.ts";
import { type Access, rightsBeyond } from "#lib/people/grants.ts";
import { deviceText, type Person, type PersonSession } from "#lib/people/person.ts";
import { toRoleNoun } from "#lib/people/role-labels.ts";
import { roleId } from "#lib/permissions.ts";
import type { Result } from "#lib/result.ts";
import type { Proof } from "#lib/session/passkey.ts";
import { setAccountRole } from "#server/actions/accounts.ts";
import {
  changeRole,
  disablePerson,
  enablePerson,
  endSessions,
  resetSecondStep,
  revokeInvitation,
  unlockPerson,
} from "#server/actions/people.ts";

/** A change of a person: what its dialog says, and what it does once the admin gave their password. */
export type Change = {
  title: string;
  text: string;
  button: string;
  done: string;
  run: (password: Proof) => Promise<Result<unknown>>;
};

export function roleChange({ id, name }: Person, from: Access, to: Access): Change {
  const [gained, lost] = [rightsBeyond(from, to).length, rightsBeyond(to, from).length];
  const noun = toRoleNoun(to.role);
  const difference = [
    ...(gained > 0 ? [t("{rights} more", { rights: countOf(gained, "right") })] : []),
    ...(lost > 0 ? [t("{rights} fewer", { rights: countOf(lost, "right") })] : []),
  ];
  return {
    title:
      typeof to.role === "string"
        ? t("Make {name} {noun}?", { name, noun })
        : t("Give {name} the role {noun}?", { name, noun }),
    text: t("{name} is signed out everywhere at once and signs in again, with {difference}.", {
      name,
      difference: listOf(difference) || t("the same rights"),
    }),
    button: t("Change role"),
    done: t("{name} is now {noun}", { name, noun }),
    run: (password) => changeRole({ id, role: roleId(to.role), password }),
  };
}

export const accountRoleChange = (
  { id, name }: Person,
  account: { id: string; name: string },
  role: string,
): Change => ({
  title: t("Change the role of {name} in {account}?", { name, account: account.name }),
  text: t("{name} is signed out everywhere at once and can sign in again.", { name }),
  button: t("Change role"),
  done: t("Role of {name} in {account} changed", { name, account: account.name }),
  run: (password) => setAccountRole({ id, account: account.id, role, password }),
});

export const disabling = ({ id, name }: Person): Change => ({
  title: t("Disable {name}?", { name }),
  text: t(
    "{name} is signed out everywhere at once and can't sign in until enabled again. Their delayed refunds are not sent. Payments and the log keep the name.",
    { name },
  ),
  button: t("Disable"),
  done: t("{name} is disabled", { name }),
  run: (password) => disablePerson({ id, password }),
});

export const enabling = ({ id, name }: Person): Change => ({
  title: t("Enable {name}?", { name }),
  text: t("{name} can sign in again with the password from before.", { name }),
  button: t("Enable"),
  done: t("{name} is enabled", { name }),
  run: (password) => enablePerson({ id, password }),
});

export const unlocking = ({ id, name }: Person): Change => ({
  title: t("Unlock {name}?", { name }),
  text: t(
    "{name} can try to sign in again at once. Unlock only after you spoke to {name}: someone else may have tried to guess the password.",
    { name },
  ),
  button: t("Unlock"),
  done: t("{name} can sign in again", { name }),
  run: (password) => unlockPerson({ id, password }),
});

export const resetting = ({ id, name }: Person): Change => ({
  title: t("Reset the second step of {name}?", { name }),
  text: t(
    "{name} is signed out everywhere at once and signs in with the password alone: app, passkeys and recovery codes are removed. Make sure that it is {name} who asks.",
    { name },
  ),
  button: t("Reset"),
  done: t("{name} no longer has a second step", { name }),
  run: (password) => resetSecondStep({ id, password }),
});

export const revoking = ({ id, name }: Person): Change => ({
  title: t("Revoke the invitation of {name}?", { name }),
  text: t("The link stops working at once."),
  button: t("Revoke"),
  done: t("{name} is no longer invited", { name }),
  run: (password) => revokeInvitation({ id, password }),
});

export const endingSession = ({ id, name }: Person, session: PersonSession): Change => ({
  title: t("End this session of {name}?", { name }),
  text: t("{device} is signed out at once. A payment that was sent goes on.", {
    device: session.device ? deviceText(session.device) : t("The browser"),
  }),
  button: t("End session"),
  done: t("Session ended"),
  run: (password) => endSessions({ id, session: session.id, password }),
});

export const endingAll = ({ id, name }: Person, count: number): Change => ({
  title: t("End {sessions} of {name}?", { sessions: countOf(count, "session"), name }),
  text: t("{name} is signed out everywhere at once and can sign in again.", { name }),
  button: t("End all"),
  done: t("Sessions ended"),
  run: (password) => endSessions({ id, password }),
});
