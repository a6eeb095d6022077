import { type FormEvent, useRef, useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Checkbox } from "#components/ui/form/checkbox.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { PanelSection, SectionTitle } from "#components/ui/panel/panel.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { t } from "#lib/language/t.ts";
import { rightLabels } from "#lib/people/permission-labels.ts";
import { dependingOn, rightGroups, withNeeded } from "#lib/people/right-groups.ts";
import { longestRoleName } from "#lib/people/role-entry.ts";
import { may, type Right } from "#lib/permissions.ts";
import { type Draft, problemsOf } from "./draft.ts";
import { MoneyRights } from "./money-rights.tsx";

/** The form of a custom role. `onSave` gets nothing that its own problems would refuse. */
export function RoleEditor({
  draft,
  changed,
  isNew,
  note,
  onDraft,
  onSave,
  onDiscard,
}: {
  draft: Draft;
  changed: boolean;
  isNew: boolean;
  note: string;
  onDraft: (draft: Draft) => void;
  onSave: () => void;
  onDiscard: () => void;
}) {
  const own = useMerchant();
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const problems = isTried ? problemsOf(draft, own) : undefined;
  const toggle = (right: Right) => onDraft({ ...draft, rights: toggled(draft.rights, right) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!problemsOf(draft, own)) return onSave();
    // After the problems are there.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };
  return (
    <form ref={form} noValidate onSubmit={submit} aria-label={isNew ? t("New role") : t("Role")}>
      <PanelSection className="grid gap-5">
        <NameField draft={draft} error={problems?.name} autoFocus={isNew} onDraft={onDraft} />
        <Checkbox
          label={t("Requires a second step")}
          help={t("Everyone with this role sets up an authenticator app or a passkey before anything else.")}
          checked={draft.needsSecondStep}
          onChange={() => onDraft({ ...draft, needsSecondStep: !draft.needsSecondStep })}
        />
      </PanelSection>
      <PanelSection>
        <SectionTitle level={3} end={t("Above a limit, someone else approves")}>
          {rightGroups[0].title}
        </SectionTitle>
        {problems?.rights && (
          <div className="mb-3">
            <Note tone="declined" role="alert">
              {problems.rights}
            </Note>
          </div>
        )}
        <MoneyRights
          draft={draft}
          problems={problems?.limits}
          onToggle={toggle}
          onLimit={(right, part, text) =>
            onDraft({
              ...draft,
              limits: { ...draft.limits, [right]: { ...draft.limits[right], [part]: text } },
            })
          }
        />
      </PanelSection>
      <OtherRights rights={draft.rights} onToggle={toggle} />
      <Foot note={note} isNew={isNew} canSave={changed || isNew} onDiscard={onDiscard} />
    </form>
  );
}

function Foot({
  note,
  isNew,
  canSave,
  onDiscard,
}: {
  note: string;
  isNew: boolean;
  canSave: boolean;
  onDiscard: () => void;
}) {
  return (
    <PanelSection className="flex flex-wrap items-center gap-3">
      <p className="min-w-0 flex-1 basis-56 text-13 text-muted">{note}</p>
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-auto">
        {canSave && (
          <Button variant="quiet" onClick={onDiscard}>
            {t("Discard")}
          </Button>
        )}
        <Button type="submit" variant="primary" disabled={!canSave}>
          {isNew ? t("Create role") : t("Save changes")}
        </Button>
      </div>
    </PanelSection>
  );
}

function NameField({
  draft,
  error,
  autoFocus,
  onDraft,
}: {
  draft: Draft;
  error: string | undefined;
  autoFocus: boolean;
  onDraft: (draft: Draft) => void;
}) {
  return (
    <Field
      label={t("Name")}
      error={error}
      longest={longestRoleName}
      text={draft.name}
      className="sm:max-w-md"
    >
      {(control) => (
        <Input
          {...control}
          data-autofocus={autoFocus || undefined}
          autoComplete="off"
          placeholder={t("Senior clerk")}
          value={draft.name}
          onChange={(event) => onDraft({ ...draft, name: event.target.value })}
        />
      )}
    </Field>
  );
}

/** All rights but those that move money, in their groups. One that the editor lacks can be taken, not given. */
function OtherRights({ rights, onToggle }: { rights: readonly Right[]; onToggle: (right: Right) => void }) {
  const { role } = useMerchant();
  return (
    <PanelSection className="grid gap-x-8 gap-y-6 sm:grid-cols-2 xl:grid-cols-3">
      {rightGroups.slice(1).map(({ title, rights: group }) => (
        <fieldset key={title} className="min-w-0">
          <legend className="mb-2 text-13 font-semibold">{title}</legend>
          <div className="grid gap-1.5">
            {group.map((right) => {
              const isOwn = may(role, right);
              return (
                <Checkbox
                  key={right}
                  label={rightLabels[right]}
                  {...(!isOwn && { help: t("You don't have this right.") })}
                  checked={rights.includes(right)}
                  disabled={!isOwn && !rights.includes(right)}
                  onChange={() => onToggle(right)}
                />
              );
            })}
          </div>
        </fieldset>
      ))}
    </PanelSection>
  );
}

/** With what a right needs when it is given; without what needs it when it is taken. */
function toggled(rights: readonly Right[], right: Right): Right[] {
  if (!rights.includes(right)) return [...new Set([...rights, ...withNeeded(right)])];
  const gone = [right, ...dependingOn(right, rights)];
  return rights.filter((one) => !gone.includes(one));
}
