"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { useKeptDrafts } from "#components/form/use-kept-drafts.ts";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { Button } from "#components/ui/button/button.tsx";
import { dialogOnDemand, onDemand, usePreload } from "#components/ui/on-demand.tsx";
import { FootNote } from "#components/ui/panel/foot-note.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { StaleNote } from "#components/ui/status/stale-note.tsx";
import { UnreadState } from "#components/ui/status/unread-state.tsx";
import { formatCount } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import type { RoleEntry } from "#lib/people/role-entry.ts";
import { roleId } from "#lib/permissions.ts";
import { rolesQuery } from "#lib/queries/people.ts";
import type { Change } from "../changes.ts";
import type { Draft } from "./draft.ts";
import { RolesTable } from "./roles-table.tsx";

const Details = onDemand(
  () => import("./role-details.tsx").then((module) => module.RoleDetails),
  <Spinner>{t("Loading the role")}</Spinner>,
);
const ChangeDialog = dialogOnDemand(() =>
  import("../change-dialog.tsx").then((module) => module.ChangeDialog),
);
const DeleteDialog = dialogOnDemand(() =>
  import("./delete-dialog.tsx").then((module) => module.DeleteDialog),
);

/** All roles, one of them in detail, and the dialogs that change them. */
export function RolesView() {
  const { data } = useQuery(rolesQuery());
  const { drafts, put } = useKeptDrafts<Draft>("roles");
  const [change, setChange] = useState<Change>();
  const [deleted, setDeleted] = useState<RoleEntry>();
  usePreload(Details, ChangeDialog, DeleteDialog);
  useHotkeys([{ keys: "n", does: t("New role"), act: () => open(paths.newRole()) }]);
  const { roles = [] } = data ?? {};
  const address = useSearchParams();
  const chosen = roles.find(({ role }) => roleId(role) === address.get("role"));
  return (
    <>
      <ConsoleHeader title={t("Roles")} trail={[{ href: paths.people(), label: t("People") }]} />
      <PageContent>
        <RolesPanel chosenId={chosen && roleId(chosen.role)} />
        {data && (chosen || address.get("new") !== null) && (
          <Details
            roles={roles}
            chosen={chosen}
            copyOf={address.get("new") ?? ""}
            drafts={drafts}
            onDraft={put}
            onChange={setChange}
            onDelete={setDeleted}
            onOpen={open}
          />
        )}
        <FootNote>
          <span>{t("Every change is in the audit log and asks for your password.")}</span>
        </FootNote>
      </PageContent>
      {change && <ChangeDialog change={change} onClose={() => setChange(undefined)} />}
      {deleted && (
        <DeleteDialog
          entry={deleted}
          roles={roles}
          onDeleted={() => open(paths.roles())}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </>
  );
}

/** Shows something else of this page without a request for it. */
function open(path: string) {
  window.history.pushState(null, "", path);
}

/** The list of roles, or why it can't be read. */
function RolesPanel({ chosenId }: { chosenId: string | undefined }) {
  const { data, error, refetch, isFetching } = useQuery(rolesQuery());
  const custom = data?.roles.filter(({ version }) => version > 0).length ?? 0;
  return (
    <Panel roomy aria-label={t("Roles")}>
      <PanelHead title={t("Roles")} {...(data && { sub: formatCount(data.roles.length) })}>
        {data && (
          <span className="max-sm:hidden">
            {custom === 0
              ? t("No custom roles yet. Copy a role to start from it.")
              : t("{count} custom", { count: formatCount(custom) })}
          </span>
        )}
        <Button icon="plus" size="s" aria-keyshortcuts="n" onClick={() => open(paths.newRole())}>
          {t("New role")}
        </Button>
      </PanelHead>
      {error && data && <StaleNote message={error.message} />}
      {!data && !error && (
        <div className="px-4 py-10 text-center">
          <Spinner>{t("Reading the roles")}</Spinner>
        </div>
      )}
      {!data && error && (
        <UnreadState
          title={t("The roles could not be read")}
          message={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && <RolesTable roles={data.roles} chosenId={chosenId} />}
    </Panel>
  );
}
