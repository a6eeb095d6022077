"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { PanelHead } from "#components/ui/panel/panel.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { capitalized } from "#lib/format/capitalized.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatTime } from "#lib/format/dates.ts";
import { commands } from "#lib/gateway/commands.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { momentIn } from "#lib/time.ts";
import { Steps } from "./steps.tsx";
import { useNextLookup } from "./use-next-lookup.ts";

/** Where a lost answer is looked for, what would resolve it, and what has happened so far. */
export function Evidence({ attempt }: { attempt: Attempt }) {
  const { timeZone } = useMerchant();
  const { search } = attempt;
  return (
    <div className="border-t border-line">
      <PanelHead title={t("Evidence")} sub={t("only evidence decides, never time")}>
        <NextLookup at={attempt.nextLookupAt} />
      </PanelHead>
      <Table label={t("Evidence")} cards={2}>
        <TableHead>
          <Th>{t("Where we look")}</Th>
          <Th>{t("What would resolve it")}</Th>
          <Th>{t("Found so far")}</Th>
          <Th numeric>{t("Read up to")}</Th>
        </TableHead>
        <TableBody>
          {placesFor(attempt).map(({ where, what, upTo, complete }) => (
            <Tr key={where}>
              <Td place="lead">
                <b>{where}</b>
              </Td>
              <Td place="full" className="text-muted">
                {what}
              </Td>
              <Td place="full">
                <StatusLabel tone="unknown" icon="pending">
                  {complete ? t("Nothing, read to its end") : t("Nothing yet")}
                </StatusLabel>
              </Td>
              <Td numeric place="amount" className="text-faint">
                {upTo === undefined ? t("not yet") : clockTime(timeZone, upTo)}
              </Td>
            </Tr>
          ))}
        </TableBody>
      </Table>
      {search && (
        <p className="border-t border-line p-4 text-muted sm:px-6">
          {t("{lookups}, last at {time}.", {
            lookups: countOf(search.lookups, "lookup"),
            time: clockTime(timeZone, search.lookedUpAt),
          })}
          {search.waitsFor && ` ${translate(search.waitsFor)}`}
        </p>
      )}
      <div className="rounded-b-[7px] border-t border-line bg-sunken p-4 sm:px-6">
        <Steps attempt={attempt} />
      </div>
    </div>
  );
}

const clockTime = (timeZone: string, at: number) => formatTime(momentIn(timeZone, at), { seconds: true });

function NextLookup({ at }: { at: number | undefined }) {
  const next = useNextLookup(at);
  if (!next) return null;
  return (
    <StatusLabel tone={next.tone} icon={next.icon} wraps>
      {next.words}
    </StatusLabel>
  );
}

type Place = { where: string; what: string; upTo?: number; complete?: boolean };

/** The places that were searched; before the first look, those that will be. */
function placesFor({ command, tender, reference, search }: Attempt): Place[] {
  const isOriginal = commands[command].reference === "none";
  const what = isOriginal
    ? t("Its state, compared with the state before")
    : t("A transaction that carries attempt {reference}", { reference });
  if (search && search.places.length > 0)
    return search.places.map(({ name, upTo, complete }) => ({
      where: capitalized(translate(name)),
      what,
      upTo,
      complete,
    }));
  if (isOriginal) return [{ where: t("The payment it acts on"), what }];
  const isCard = tender === "card" || tender === "token";
  return [
    { where: t("The gateway's latest transactions"), what },
    ...(isCard && commands[command].evidence.source !== "list" ? [{ where: t("The open batch"), what }] : []),
  ];
}
