import { type ReactNode, useEffect, useRef } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Panel, PanelSection, SectionTitle } from "#components/ui/panel/panel.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { countOf } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { type Access, mayGrant } from "#lib/people/grants.ts";
import type { RoleEntry } from "#lib/people/role-entry.ts";
import { roleNote, roleTitle } from "#lib/people/role-labels.ts";
import { roleId } from "#lib/permissions.ts";
import { RightsList } from "../rights-list.tsx";
import { type Draft, isChanged, newDraft, toDraft } from "./draft.ts";
import { RoleEditor } from "./role-editor.tsx";

type RoleProps = {
  entry: RoleEntry;
  /** What was typed and not saved. */
  draft: Draft | undefined;
  onDraft: (draft: Draft | undefined) => void;
  onSave: (draft: Draft) => void;
  onCopy: () => void;
  onDelete: () => void;
  onClose: () => void;
};

/** One role: what it may do, to read for a built-in one, to change for a custom one. */
export function RolePanel(props: RoleProps) {
  const { entry, onCopy, onDelete, onClose } = props;
  const own = useMerchant();
  const why = whyFixed(entry, own);
  return (
    <RoleFrame
      title={roleTitle(entry.role)}
      sub={countOf(entry.people, "person", "people")}
      actions={
        <>
          <Button onClick={onCopy}>{t("Copy as new role")}</Button>
          {why === undefined && (
            <Button variant="danger" onClick={onDelete}>
              {t("Delete")}
            </Button>
          )}
        </>
      }
      onClose={onClose}
    >
      {why === undefined ? <ChangeableRole {...props} /> : <FixedRole entry={entry} why={why} />}
    </RoleFrame>
  );
}

function FixedRole({ entry, why }: { entry: RoleEntry; why: string }) {
  return (
    <PanelSection>
      <SectionTitle level={3}>{t("What they may do")}</SectionTitle>
      <p className="mb-3 text-muted">{roleNote(entry.role)}.</p>
      <div className="mb-4">
        <Note>{why}</Note>
      </div>
      <RightsList access={entry} />
    </PanelSection>
  );
}

function ChangeableRole({ entry, draft, onDraft, onSave }: RoleProps) {
  const before = toDraft(entry);
  const isOlder = draft !== undefined && draft.version !== entry.version;
  return (
    <>
      {isOlder && (
        <PanelSection>
          <Note tone="warning" role="status">
            {t("Someone else changed this role. Discard your changes to see it as it is now.")}
          </Note>
        </PanelSection>
      )}
      <RoleEditor
        draft={draft ?? before}
        changed={draft !== undefined && isChanged(draft, before)}
        isNew={false}
        note={
          entry.people === 0
            ? t("No one has this role yet.")
            : t("Applies at once: everyone with this role is signed out and signs in again.")
        }
        onDraft={onDraft}
        onSave={() => onSave(draft ?? before)}
        onDiscard={() => onDraft(undefined)}
      />
    </>
  );
}

/** A role that isn't there yet, with the rights of `copied`. */
export function NewRolePanel({
  copied,
  draft = newDraft(copied),
  onDraft,
  onSave,
  onClose,
}: {
  copied: RoleEntry | undefined;
  draft: Draft | undefined;
  onDraft: (draft: Draft | undefined) => void;
  onSave: (draft: Draft) => void;
  onClose: () => void;
}) {
  return (
    <RoleFrame
      title={t("New role")}
      sub={
        copied ? t("Copied from {role}", { role: roleTitle(copied.role) }) : t("Made of individual rights")
      }
      onClose={onClose}
    >
      <RoleEditor
        draft={draft}
        changed
        isNew
        note={t("You can only give rights and limits that you have yourself.")}
        onDraft={onDraft}
        onSave={() => onSave(draft)}
        onDiscard={onClose}
      />
    </RoleFrame>
  );
}

function RoleFrame({
  title,
  sub,
  actions,
  onClose,
  children,
}: {
  title: string;
  sub: string;
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const top = useRef<HTMLElement>(null);
  // It opens under a list that may be long.
  useEffect(() => {
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section ref={top} tabIndex={-1} aria-label={title} className="scroll-mt-16 outline-none">
      <Panel as="div" roomy>
        <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3 sm:px-6">
          <div className="min-w-0 flex-1 basis-48">
            <h2 className="wrap-anywhere">{title}</h2>
            <p className="text-13 wrap-anywhere text-muted">{sub}</p>
          </div>
          <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:flex-auto">
            {actions}
            <Button
              variant="quiet"
              iconOnly
              icon="close"
              aria-label={t("Close {title}", { title })}
              onClick={onClose}
            />
          </div>
        </div>
        {children}
      </Panel>
    </section>
  );
}

/** Why a role can't be changed by this user, or undefined. */
function whyFixed(entry: RoleEntry, own: Access): string | undefined {
  if (typeof entry.role === "string")
    return t(
      "A built-in role can't be changed. Copy it as a new role to start from it. Its limits are in the setting MONEY_LIMITS.",
    );
  if (roleId(own.role) === roleId(entry.role))
    return t("You can't change your own role. Another user who manages people can.");
  return mayGrant(own, entry)
    ? undefined
    : t("This role has rights or limits that you don't have. Only someone with them can change it.");
}
