import { useState } from "react";
import { ProofDialog } from "#components/layout/session/proof-dialog.tsx";
import { useAct } from "#components/layout/use-act.ts";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Select } from "#components/ui/form/select.tsx";
import { emailProblem } from "#lib/forms/email.ts";
import { t } from "#lib/language/t.ts";
import { INVITATION_HOURS, longestEmail, longestName, type Person } from "#lib/people/person.ts";
import { entryOf, type RoleEntry } from "#lib/people/role-entry.ts";
import { roleNote, roleTitle } from "#lib/people/role-labels.ts";
import { roleId } from "#lib/permissions.ts";
import { peopleKey } from "#lib/queries/keys.ts";
import type { Proof } from "#lib/session/passkey.ts";
import { type InvitationLink, invitePerson, renewInvitation } from "#server/actions/people.ts";
import { LinkDialog } from "./link-dialog.tsx";
import { useGrantableRoles } from "./use-grantable-roles.ts";

type Reasons = Partial<Record<keyof Fields, string>>;
type Fields = { name: string; email: string; role: Person["role"] };

/** Invites a person, or makes a new link for one who was: then shows the link, which is nowhere else. */
export function InviteDialog({
  renewed,
  roles,
  onClose,
}: {
  renewed?: Person;
  roles: readonly RoleEntry[];
  onClose: () => void;
}) {
  const granted = useGrantableRoles(roles);
  const [fields, setFields] = useState<Fields>({ name: "", email: "", role: firstOf(granted) });
  const [missing, setMissing] = useState<Reasons>({});
  const [made, setMade] = useState<InvitationLink>();
  const { act, pending, problem, reasons } = useAct({
    changes: peopleKey,
    unanswered: t(
      "No response from the server. Close this and check the list: you can send an invited person a new link.",
    ),
    fields: ["name", "email", "role", "password"],
  });
  const isComplete = () => {
    const found = renewed ? {} : findMissing(fields);
    setMissing(found);
    return Object.keys(found).length === 0;
  };
  const makeLink = async (password: Proof) => {
    await act(async () => {
      const result = await (renewed
        ? renewInvitation({ id: renewed.id, password })
        : invitePerson({ ...fields, password }));
      if (result.ok) setMade(result.value);
      return result;
    });
  };
  const name = renewed?.name ?? fields.name;
  if (made) return <LinkDialog name={name} made={made} onClose={onClose} />;
  return (
    <ProofDialog
      title={renewed ? t("Make a new link for {name}?", { name }) : t("Invite a person")}
      description={
        renewed
          ? t("The link from before stops working.")
          : t("They set their own password with a link that works once, for {hours} hours.", {
              hours: INVITATION_HOURS,
            })
      }
      button={t("Create link")}
      autoFocus={renewed !== undefined}
      pending={pending}
      problem={problem}
      reason={reasons.password}
      isComplete={isComplete}
      onProof={makeLink}
      onClose={onClose}
    >
      {!renewed && (
        <Newcomer
          fields={fields}
          roles={granted}
          error={{ ...reasons, ...missing }}
          onChange={(part) => {
            setFields({ ...fields, ...part });
            setMissing({});
          }}
        />
      )}
    </ProofDialog>
  );
}

function Newcomer({
  fields: { name, email, role },
  roles,
  error,
  onChange,
}: {
  roles: readonly RoleEntry[];
  fields: Fields;
  error: Reasons;
  onChange: (part: Partial<Fields>) => void;
}) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("Name")} error={error.name} longest={longestName} text={name}>
          {(control) => (
            <Input
              {...control}
              data-autofocus=""
              autoComplete="off"
              value={name}
              onChange={(event) => onChange({ name: event.target.value })}
            />
          )}
        </Field>
        <Field label={t("Email")} error={error.email} longest={longestEmail} text={email}>
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={email}
              onChange={(event) => onChange({ email: event.target.value })}
            />
          )}
        </Field>
      </div>
      <Field label={t("Role")} error={error.role} help={roleNote(entryOf(roles, role).role)}>
        {(control) => (
          <Select {...control} value={role} onChange={(event) => onChange({ role: event.target.value })}>
            {roles.map(({ role: granted }) => (
              <option key={roleId(granted)} value={roleId(granted)}>
                {roleTitle(granted)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}

const firstOf = ([first]: readonly RoleEntry[]) => (first ? roleId(first.role) : "");

function findMissing({ name, email }: Fields): Reasons {
  const wrong = emailProblem(email.trim());
  return { ...(name.trim() === "" && { name: t("Enter a name.") }), ...(wrong && { email: wrong }) };
}
