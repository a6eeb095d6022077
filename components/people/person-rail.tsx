import { useQuery } from "@tanstack/react-query";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { Icon } from "#components/ui/icon/icon.tsx";
import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { toAuditSearch } from "#lib/audit/filters.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import {
  deviceText,
  type Person,
  type PersonChange,
  type PersonSession,
  type PersonSignIn,
  refusedDays,
} from "#lib/people/person.ts";
import { may } from "#lib/permissions.ts";
import { personQuery } from "#lib/queries/people.ts";
import { type Change, endingAll, endingSession } from "./changes.ts";

/** Where and how a person signs in, and what was done about them lately. */
export function PersonRail({
  person,
  mayAct,
  onChange,
}: {
  person: Person;
  mayAct: boolean;
  onChange: (change: Change) => void;
}) {
  const { data, error } = useQuery(personQuery(person.id));
  if (!data)
    return error ? (
      <p role="alert">{translate(error.message)}</p>
    ) : (
      <Panel as="div" className="px-4 py-10 text-center">
        <Spinner>{t("Reading the sessions")}</Spinner>
      </Panel>
    );
  return (
    <div className="grid gap-4 sm:gap-6">
      <Sessions person={person} sessions={data.sessions} now={data.now} mayAct={mayAct} onChange={onChange} />
      <SignIn signIn={data.signIn} hasAccounts={data.accounts.length > 0} now={data.now} />
      <Changes person={person} changes={data.changes} now={data.now} />
    </div>
  );
}

function Sessions({
  person,
  sessions,
  now,
  mayAct,
  onChange,
}: {
  person: Person;
  sessions: readonly PersonSession[];
  now: number;
  mayAct: boolean;
  onChange: (change: Change) => void;
}) {
  const others = sessions.filter(({ isOwn }) => !isOwn);
  return (
    <Panel aria-label={t("Sessions")}>
      <PanelHead title={t("Sessions")} sub={formatCount(sessions.length)}>
        {mayAct && others.length > 0 && (
          <TextButton
            aria-label={t("End all sessions")}
            onClick={() => onChange(endingAll(person, others.length))}
            className="text-declined"
          >
            {others.length < sessions.length ? t("End all others") : t("End all")}
          </TextButton>
        )}
      </PanelHead>
      {sessions.length === 0 && <p className="p-4 text-muted">{t("Not signed in anywhere.")}</p>}
      <ul className="grid">
        {sessions.map((session) => (
          <li
            key={session.id}
            className="flex items-center gap-3 px-4 py-3 not-last:border-b not-last:border-line"
          >
            <Icon name="monitor" className="text-faint" />
            <SessionText session={session} now={now} />
            {mayAct && !session.isOwn && (
              <Button
                size="s"
                aria-label={t("End the session of {device}", {
                  device: session.device ? deviceText(session.device) : t("an unknown browser"),
                })}
                onClick={() => onChange(endingSession(person, session))}
              >
                {t("End")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function SessionText({ session, now }: { session: PersonSession; now: number }) {
  const { timeZone } = useMerchant();
  const { device, address, since, lastActionAt, isLocked, isOwn } = session;
  const idle = Math.floor((now - lastActionAt) / 60_000);
  const begun = t("since {instant}", { instant: formatInstant(timeZone, since, now) });
  const use = isLocked
    ? t("Locked")
    : idle < 2
      ? t("Active")
      : t("Idle {minutes}", { minutes: countOf(idle, "minute") });
  return (
    <span className="min-w-0 flex-1 text-13 leading-5">
      <span className="block font-semibold wrap-anywhere">
        {device ? deviceText(device) : t("Unknown browser")}
      </span>
      <span className="block wrap-anywhere text-muted">
        {[address, begun].filter(Boolean).join(", ")}. {isOwn ? t("This session") : use}
      </span>
    </span>
  );
}

/** Refused sign-ins are in the log of the account where they were tried. */
function SignIn({ signIn, hasAccounts, now }: { signIn: PersonSignIn; hasAccounts: boolean; now: number }) {
  const { timeZone } = useMerchant();
  const { appSince, passkeys, codesLeft, passwordSince, refused } = signIn;
  const at = (time: number) => formatInstant(timeZone, time, now);
  return (
    <Panel aria-label={t("Sign-in")}>
      <PanelHead title={t("Sign-in")} />
      <SumList className="px-4 py-3 text-13">
        <SumLine label={t("Authenticator app")}>
          {appSince === null ? t("Off") : t("since {instant}", { instant: at(appSince) })}
        </SumLine>
        <SumLine label={t("Passkeys")}>{formatCount(passkeys)}</SumLine>
        {codesLeft !== null && <SumLine label={t("Recovery codes left")}>{formatCount(codesLeft)}</SumLine>}
        <SumLine label={t("Password set")}>{at(passwordSince)}</SumLine>
        <SumLine
          label={
            hasAccounts
              ? t("Refused sign-ins in this account, {days}", { days: countOf(refusedDays, "day") })
              : t("Refused sign-ins, {days}", { days: countOf(refusedDays, "day") })
          }
        >
          {formatCount(refused)}
        </SumLine>
      </SumList>
    </Panel>
  );
}

function Changes({
  person,
  changes,
  now,
}: {
  person: Person;
  changes: readonly PersonChange[];
  now: number;
}) {
  const { timeZone, role } = useMerchant();
  return (
    <Panel aria-label={t("Last changes")}>
      <PanelHead title={t("Last changes")}>
        {may(role, "viewAudit") && (
          <Link href={paths.audit(toAuditSearch({ user: person.id }))}>{t("Audit log")}</Link>
        )}
      </PanelHead>
      {changes.length === 0 && <p className="p-4 text-muted">{t("None in the audit log.")}</p>}
      <ul className="grid">
        {changes.map(({ position, at, by, what, detail }) => (
          <li
            key={position}
            className="flex items-baseline justify-between gap-3 px-4 py-2.5 text-13 not-last:border-b not-last:border-line"
          >
            <span className="min-w-0 wrap-anywhere">
              {translate(what)}
              <span className="block text-muted">
                {[detail && translate(detail), t("by {by}", { by })].filter(Boolean).join(", ")}
              </span>
            </span>
            <span className="shrink-0 text-faint">{formatInstant(timeZone, at, now)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
