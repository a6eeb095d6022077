import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { TwoColumns } from "#components/layout/page/page-content.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Select } from "#components/ui/form/select.tsx";
import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { Panel, PanelSection, SectionTitle } from "#components/ui/panel/panel.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { formatInstant } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { mayGrant } from "#lib/people/grants.ts";
import type { Person } from "#lib/people/person.ts";
import { entryOf, type RoleEntry } from "#lib/people/role-entry.ts";
import { roleNote, roleTitle } from "#lib/people/role-labels.ts";
import { roleId } from "#lib/permissions.ts";
import { personQuery } from "#lib/queries/people.ts";
import { AccountRoles } from "./account-roles.tsx";
import { Avatar } from "./avatar.tsx";
import { type Change, disabling, enabling, resetting, revoking, roleChange, unlocking } from "./changes.ts";
import { SecondStepText } from "./people-table.tsx";
import { PersonRail } from "./person-rail.tsx";
import { LastSeen, PersonStatus } from "./person-status.tsx";
import { RightsList } from "./rights-list.tsx";
import { useGrantableRoles } from "./use-grantable-roles.ts";

type PanelProps = {
  person: Person;
  /** Whether it is the admin's own row. */
  isOwn: boolean;
  roles: readonly RoleEntry[];
  now: number;
  onChange: (change: Change) => void;
  onRenew: () => void;
  onClose: () => void;
};

/** One person: what they may do, where they are signed in, and what was done about them. */
export function PersonPanel(props: PanelProps) {
  const { person, isOwn, roles, now, onChange } = props;
  const own = useMerchant();
  const entry = entryOf(roles, person.role);
  const isBeyond = !mayGrant(own, entry);
  const isUser = person.state !== "invited" && person.state !== "expired";
  const used = useQuery({ ...personQuery(person.id), enabled: isUser }).data?.used;
  const top = useRef<HTMLElement>(null);
  // It opens under a list that may be long.
  useEffect(() => {
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const panel = (
    <Panel as="div" roomy>
      <Head {...props} mayAct={!isBeyond} />
      <PanelSection>
        <Facts columns={4}>
          <Fact label={t("Status")}>
            <PersonStatus person={person} now={now} />
          </Fact>
          <Fact label={t("Last seen")}>
            <LastSeen person={person} now={now} />
          </Fact>
          {isUser && (
            <Fact label={t("Second step")}>
              <SecondStepText person={person} />
            </Fact>
          )}
          <Dates person={person} now={now} isUser={isUser} />
        </Facts>
      </PanelSection>
      <PanelSection>
        {isUser && !isOwn && !isBeyond ? (
          <RoleForm key={person.role} person={person} roles={roles} onChange={onChange} />
        ) : (
          <>
            <SectionTitle level={3}>{isOwn ? t("What you may do") : t("What they may do")}</SectionTitle>
            <p className="mb-3 text-muted">
              {roleTitle(entry.role)}: {roleNote(entry.role)}.
            </p>
            {(isOwn || isBeyond) && (
              <div className="mb-4 last:mb-0">
                <Note>
                  {isOwn
                    ? t("You can't change your own role and access. Another admin can.")
                    : t(
                        "They have rights that you don't have. Only someone with these rights can change them.",
                      )}
                </Note>
              </div>
            )}
            {!isOwn && <RightsList access={entry} used={used} />}
          </>
        )}
      </PanelSection>
      {isUser && (
        <AccountRoles person={person} roles={roles} mayAct={!isOwn && !isBeyond} onChange={onChange} />
      )}
    </Panel>
  );
  return (
    <section ref={top} tabIndex={-1} aria-label={person.name} className="scroll-mt-16 outline-none">
      {isUser ? (
        <TwoColumns rail={<PersonRail person={person} mayAct={!isBeyond} onChange={onChange} />}>
          {panel}
        </TwoColumns>
      ) : (
        panel
      )}
    </section>
  );
}

function Head({ person, isOwn, mayAct, onChange, onRenew, onClose }: PanelProps & { mayAct: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3 sm:px-6">
      <Avatar name={person.name} large />
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="wrap-anywhere">{person.name}</h2>
        <p className="text-13 wrap-anywhere text-muted">{person.email}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:flex-auto">
        {mayAct && !isOwn && <Acts person={person} onChange={onChange} onRenew={onRenew} />}
        <Button
          variant="quiet"
          iconOnly
          icon="close"
          aria-label={t("Close {name}", { name: person.name })}
          onClick={onClose}
        />
      </div>
    </div>
  );
}

function Acts({ person, onChange, onRenew }: Pick<PanelProps, "person" | "onChange" | "onRenew">) {
  const { state } = person;
  const isInvited = state === "invited" || state === "expired";
  return (
    <>
      {isInvited && <Button onClick={onRenew}>{t("New link")}</Button>}
      {isInvited && <Button onClick={() => onChange(revoking(person))}>{t("Revoke")}</Button>}
      {state === "locked" && <Button onClick={() => onChange(unlocking(person))}>{t("Unlock")}</Button>}
      {person.secondSteps.length > 0 && (
        <Button onClick={() => onChange(resetting(person))}>{t("Reset second step")}</Button>
      )}
      {state === "disabled" && <Button onClick={() => onChange(enabling(person))}>{t("Enable")}</Button>}
      {!isInvited && state !== "disabled" && (
        <Button variant="danger" onClick={() => onChange(disabling(person))}>
          {t("Disable")}
        </Button>
      )}
    </>
  );
}

function Dates({ person, now, isUser }: { person: Person; now: number; isUser: boolean }) {
  const { timeZone } = useMerchant();
  const at = (time: number) => formatInstant(timeZone, time, now);
  if (isUser || person.until === null) return <Fact label={t("Added")}>{at(person.addedAt)}</Fact>;
  return (
    <Fact label={person.state === "expired" ? t("Link ended") : t("Link works until")}>
      {at(person.until)}
    </Fact>
  );
}

/** The role, and what it would add and take before it is changed. */
function RoleForm({ person, roles, onChange }: Pick<PanelProps, "person" | "roles" | "onChange">) {
  const [role, setRole] = useState(person.role);
  const used = useQuery(personQuery(person.id)).data?.used;
  const [before, after] = [entryOf(roles, person.role), entryOf(roles, role)];
  const offered = useGrantableRoles(roles);
  return (
    <div className="grid gap-5">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,280px)_auto] sm:items-start">
        <Field label={t("Role")} help={roleNote(after.role)}>
          {(control) => (
            <Select {...control} value={role} onChange={(event) => setRole(event.target.value)}>
              {roles.map((one) => (
                <option key={roleId(one.role)} value={roleId(one.role)} disabled={!offered.includes(one)}>
                  {roleTitle(one.role)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {role !== person.role && (
          <div className="flex gap-2 sm:pt-6">
            <Button
              variant="primary"
              onClick={() => onChange(roleChange(person, before, after))}
              className="max-sm:flex-auto"
            >
              {t("Save role")}
            </Button>
            <Button variant="quiet" onClick={() => setRole(person.role)}>
              {t("Discard")}
            </Button>
          </div>
        )}
      </div>
      <RightsList access={after} before={before} used={used} />
    </div>
  );
}
