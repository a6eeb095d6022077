import { Link } from "#components/layout/navigation/link.tsx";
import { Icon } from "#components/ui/icon/icon.tsx";
import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { definitionOf, fieldsOf, type StoredEvent, subjectPath, summaryOf } from "#lib/audit/describe.ts";
import type { Severity } from "#lib/audit/events.ts";
import { toAuditSearch } from "#lib/audit/filters.ts";
import { hasOwnAddress, originOf } from "#lib/audit/origin.ts";
import { capitalized } from "#lib/format/capitalized.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";

export type EventView = {
  timeZone: string;
  now: number;
  /** Whether the reader may see payments and books, and so what an event is about. */
  mayOpen: boolean;
};

/** Events, newest first. Each opens to its fields, its subject and its place in the chain. */
export function EventList({ events, ...view }: { events: readonly StoredEvent[] } & EventView) {
  return (
    <>
      <div
        aria-hidden="true"
        className={`${row} h-9 items-center border-b border-line text-12 font-semibold text-faint max-lg:hidden`}
      >
        <span />
        <span>{t("Time")}</span>
        <span>{t("Who")}</span>
        <span>{t("What")}</span>
        <span>{t("Details")}</span>
        <span>{t("From")}</span>
        <span className="text-right">{t("Entry")}</span>
      </div>
      <ul aria-label={t("Events")}>
        {events.map((event) => (
          <li key={event.position} className="not-last:border-b not-last:border-line">
            <EventItem event={event} {...view} />
          </li>
        ))}
      </ul>
    </>
  );
}

const row =
  "grid gap-x-3 px-4 sm:px-6 grid-cols-[16px_minmax(0,1fr)_auto] lg:grid-cols-[16px_124px_minmax(0,1.1fr)_minmax(0,1.3fr)_minmax(0,1.7fr)_minmax(0,1.5fr)_56px]";

function EventItem({ event, timeZone, now, mayOpen }: { event: StoredEvent } & EventView) {
  const { label, severity } = definitionOf(event.name);
  return (
    <details className="group/event">
      <summary
        className={`${row} min-h-11 cursor-pointer items-center gap-y-0.5 py-2 hover:bg-sunken focus-visible:-outline-offset-2`}
      >
        <Icon
          name="right"
          className="text-faint transition-transform duration-100 group-open/event:rotate-90"
        />
        <span className="text-13 text-muted max-lg:order-2 max-lg:col-start-3 max-lg:row-start-1">
          {formatInstant(timeZone, event.at, now, { seconds: true })}
        </span>
        <span className="truncate font-semibold max-lg:col-start-2 max-lg:row-start-2 max-lg:text-13 max-lg:font-normal">
          {nameOf(event)}
        </span>
        <span className="min-w-0 max-lg:col-start-2 max-lg:row-start-1 max-lg:font-semibold">
          <Marked severity={severity}>{label}</Marked>
        </span>
        <span className="truncate text-muted max-lg:col-span-2 max-lg:col-start-2 max-lg:row-start-3 max-lg:text-13 max-lg:empty:hidden">
          {summaryOf(event)}
        </span>
        <Origin event={event} />
        <span className="text-right text-13 text-faint max-lg:col-start-3 max-lg:row-start-2">
          {formatCount(event.position)}
        </span>
      </summary>
      <EventDetails event={event} mayOpen={mayOpen} />
    </details>
  );
}

function EventDetails({ event, mayOpen }: { event: StoredEvent } & Pick<EventView, "mayOpen">) {
  const { name, subject, subjectName, position, hash, previous } = event;
  const { workstation, address } = originOf(event);
  const path = mayOpen ? subjectPath(event) : undefined;
  const isUser = subject !== null && (subjectName !== undefined || subject === event.userId);
  return (
    <div className="grid gap-4 bg-sunken px-4 py-4 sm:px-6 lg:pl-[52px]">
      <Facts columns={3}>
        {fieldsOf(event).map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
        {workstation && <Fact label={t("From workstation")}>{workstation}</Fact>}
        {address && !hasOwnAddress(name) && <Fact label={t("From address")}>{address}</Fact>}
        {subject !== null && (
          <Fact label={t("About")}>
            {path ? (
              <Link href={path}>{subject}</Link>
            ) : isUser ? (
              <Link href={paths.audit(toAuditSearch({ user: subject }))}>{subjectName ?? nameOf(event)}</Link>
            ) : (
              subject
            )}
          </Fact>
        )}
        <Fact label={t("Event")}>
          <code className="text-13">{name}</code>
        </Fact>
      </Facts>
      <Facts columns={2}>
        <Fact label={t("Hash of this entry")} wide>
          <code className="text-12">{hash}</code>
        </Fact>
        <Fact
          label={
            position > 1 ? t("Hash of entry {count}", { count: formatCount(position - 1) }) : t("Hash before")
          }
          wide
        >
          {previous && <code className="text-12">{previous}</code>}
        </Fact>
      </Facts>
      {subject !== null && !isUser && (
        <p className="text-13">
          <Link href={paths.audit(toAuditSearch({ subject }))}>{t("All events about this")}</Link>
        </p>
      )}
    </div>
  );
}

/** On one line where it fits, and never the end of an address cut off. */
function Origin({ event }: { event: StoredEvent }) {
  const { workstation, address } = originOf(event);
  return (
    <span className="flex min-w-0 flex-wrap gap-x-1.5 text-13 max-lg:col-span-2 max-lg:col-start-2 max-lg:row-start-4 max-lg:empty:hidden">
      {(workstation ?? address) && <span className="sr-only">{t("From")} </span>}
      {workstation && <span className="max-w-full truncate">{workstation}</span>}
      {address && <span className="break-all text-faint">{address}</span>}
    </span>
  );
}

/** Programs have no id. */
const nameOf = ({ userId, userName }: StoredEvent) =>
  userId === null ? translate(capitalized(userName)) : userName;

function Marked({ severity, children }: { severity: Severity; children: string }) {
  if (severity !== "alert") return <span className="block truncate">{children}</span>;
  return (
    <StatusLabel tone="warning" icon="warning" wraps>
      {children}
      <span className="sr-only"> {t("(alert)")}</span>
    </StatusLabel>
  );
}
