import { UntilReady } from "#components/ui/until-ready.tsx";
import { paths } from "#lib/paths.ts";
import type { RoleEntry } from "#lib/people/role-entry.ts";
import { roleId } from "#lib/permissions.ts";
import type { Change } from "../changes.ts";
import { type Draft, toForm } from "./draft.ts";
import { creating, saving } from "./role-changes.ts";
import { NewRolePanel, RolePanel } from "./role-panel.tsx";

/** The chosen role, or a new one. What was typed stays until it is saved or discarded, also while another role is open. */
export function RoleDetails({
  roles,
  chosen,
  copyOf,
  drafts,
  onDraft,
  onChange,
  onDelete,
  onOpen,
}: {
  roles: readonly RoleEntry[];
  chosen: RoleEntry | undefined;
  /** The role that a new one begins with; empty for none. */
  copyOf: string;
  /** What was typed and not saved, by role. */
  drafts: Readonly<Partial<Record<string, Draft>>>;
  onDraft: (role: string, draft: Draft | undefined) => void;
  onChange: (change: Change) => void;
  onDelete: (entry: RoleEntry) => void;
  onOpen: (path: string) => void;
}) {
  const key = chosen ? roleId(chosen.role) : `new ${copyOf}`;
  const setDraft = (draft: Draft | undefined) => onDraft(key, draft);
  const close = () => {
    onOpen(paths.roles());
    // Back to the row that opened it.
    document.getElementById(`role-${key}`)?.focus();
  };
  if (chosen)
    return (
      // Its fields keep nothing that is typed before.
      <UntilReady>
        <RolePanel
          key={key}
          entry={chosen}
          draft={drafts[key]}
          onDraft={setDraft}
          onSave={(draft) =>
            onChange(saving(chosen, toForm(draft), draft.version, () => setDraft(undefined)))
          }
          onCopy={() => onOpen(paths.newRole(key))}
          onDelete={() => onDelete(chosen)}
          onClose={close}
        />
      </UntilReady>
    );
  return (
    <UntilReady>
      <NewRolePanel
        key={key}
        copied={roles.find(({ role }) => roleId(role) === copyOf)}
        draft={drafts[key]}
        onDraft={setDraft}
        onSave={(draft) =>
          onChange(
            creating(toForm(draft), (id) => {
              setDraft(undefined);
              onOpen(paths.role(id));
            }),
          )
        }
        onClose={() => {
          setDraft(undefined);
          close();
        }}
      />
    </UntilReady>
  );
}
