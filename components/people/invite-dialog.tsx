import { type FormEvent, useState } from "react";
import { DialogButtons } from "#components/form/dialog-buttons.tsx";
import { OwnPasswordField } from "#components/form/own-password-field.tsx";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { PasskeyProof } from "#components/layout/session/passkey-proof.tsx";
import { useAct } from "#components/layout/use-act.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Select } from "#components/ui/form/select.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { emailProblem } from "#lib/forms/email.ts";
import { t } from "#lib/language/t.ts";
import { INVITATION_HOURS, longestEmail, longestName, type Person } from "#lib/people/person.ts";
import { entryOf, type RoleEntry } from "#lib/people/role-entry.ts";
import { roleId } from "#lib/permissions.ts";
import { peopleKey } from "#lib/queries/people.ts";
import { roleNote, roleTitle } from "#lib/role-labels.ts";
import type { Proof } from "#lib/session/passkey.ts";
import { type InvitationLink, invitePerson, renewInvitation } from "#server/actions/people.ts";
import { LinkDialog } from "./link-dialog.tsx";
import { useGrantable } from "./use-grantable.ts";

type Reasons = Partial<Record<keyof Fields, string>>;
type Fields = { name: string; email: string; role: Person["role"]; password: string };

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
  const granted = useGrantable(roles);
  const [fields, setFields] = useState<Fields>({ name: "", email: "", role: firstOf(granted), password: "" });
  const [missing, setMissing] = useState<Reasons>({});
  const [made, setMade] = useState<InvitationLink>();
  const { act, pending, problem, reasons } = useAct({
    changes: peopleKey,
    unanswered: t("No answer came. Close this and look: an invited person can be sent a new link."),
    fields: ["name", "email", "role", "password"],
  });
  const set = (part: Partial<Fields>) => {
    setFields({ ...fields, ...part });
    setMissing({});
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await makeLink(fields.password);
  };
  const makeLink = async (password: Proof) => {
    const found = findMissing(fields, password, renewed !== undefined);
    setMissing(found);
    if (Object.keys(found).length > 0 || pending) return;
    await act(async () => {
      const result = await (renewed
        ? renewInvitation({ id: renewed.id, password })
        : invitePerson({ ...fields, password }));
      if (result.ok) setMade(result.value);
      return result;
    });
    setFields((now) => ({ ...now, password: "" }));
  };
  const name = renewed?.name ?? fields.name;
  if (made) return <LinkDialog name={name} made={made} onClose={onClose} />;
  const error = { ...reasons, ...missing };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={renewed ? t("Make a new link for {name}?", { name }) : t("Invite a person")}
      description={
        renewed
          ? t("The link from before stops working.")
          : t("They set their own password by a link that works once, for {iNVITATIONHOURS} hours.", {
              iNVITATIONHOURS: INVITATION_HOURS,
            })
      }
    >
      <SubmitShell
        label={renewed ? t("New link") : t("Invite a person")}
        pending={pending}
        submitError={problem}
        onSubmit={(event) => void submit(event)}
        className="grid gap-4"
        footer={
          <DialogButtons>
            <Button onClick={onClose} kbd="Esc">
              {t("Cancel")}
            </Button>
            <Button type="submit" variant="primary" kbd="Enter" loading={pending}>
              {t("Create link")}
            </Button>
          </DialogButtons>
        }
      >
        {!renewed && <Newcomer fields={fields} roles={granted} error={error} onChange={set} />}
        <OwnPasswordField
          autoFocus={renewed !== undefined}
          value={fields.password}
          error={error.password}
          onChange={(password) => set({ password })}
        />
        <PasskeyProof disabled={pending} onProof={makeLink} />
      </SubmitShell>
    </Dialog>
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

function findMissing({ name, email }: Fields, proof: Proof, isRenewal: boolean): Reasons {
  const missing = proof === "" ? { password: t("Enter your password.") } : {};
  if (isRenewal) return missing;
  const wrong = emailProblem(email.trim());
  return {
    ...(name.trim() === "" && { name: t("Enter a name.") }),
    ...(wrong && { email: wrong }),
    ...missing,
  };
}
