"use client";

import { useId } from "react";
import { useHotkeys } from "#components/layout/use-hotkeys.ts";
import { ActionTile } from "#components/ui/action-tile.tsx";
import { Note } from "#components/ui/note.tsx";
import { SectionTitle } from "#components/ui/panel.tsx";
import { followUpWords } from "./follow-up-words.ts";
import type { Offer, Offers } from "./offers.ts";

/** The actions of a transaction: a button for each that the gateway offers, and why the others are missing. */
export function ActionPanel({
  offers,
  busy,
  deadline,
  onAsk,
}: {
  offers: Offers;
  /** An action on it is not settled: nothing else may begin. */
  busy: boolean;
  deadline?: React.ReactNode;
  onAsk: (offer: Offer) => void;
}) {
  const titleId = useId();
  const { offered, missing, unknown } = offers;
  const open = busy ? [] : offered.filter(({ forbidden }) => !forbidden);
  useHotkeys(
    open.map((offer) => ({
      keys: followUpWords[offer.command].key,
      does: `${offer.label} (asks first)`,
      act: () => onAsk(offer),
    })),
    { group: "This payment" },
  );

  return (
    <section aria-label="Actions">
      <SectionTitle id={titleId} end={deadline}>
        What can be done now
      </SectionTitle>
      {busy && (
        <div className="mb-3">
          <Note tone="unknown" role="status">
            <b>An action on this payment is not settled yet.</b> Nothing else can be done with it until it is
            known what became of that one. See the timeline.
          </Note>
        </div>
      )}
      {offered.length > 0 ? (
        <div className="grid gap-2 sm:grid-cols-2">
          {offered.map((offer) => (
            <OfferTile key={offer.command} offer={offer} busy={busy} onAsk={onAsk} />
          ))}
        </div>
      ) : (
        <p className="text-muted">
          Nothing: the gateway offers no action for it. What has to be put right goes through a new payment.
        </p>
      )}
      <NotNow missing={missing} unknown={unknown} />
    </section>
  );
}

function OfferTile({ offer, busy, onAsk }: { offer: Offer; busy: boolean; onAsk: (offer: Offer) => void }) {
  const id = useId();
  const { command, label, effect, forbidden } = offer;
  const { icon, key } = followUpWords[command];
  return (
    <ActionTile
      icon={icon}
      title={label}
      strong
      className="items-start!"
      kbd={forbidden || busy ? undefined : key.toUpperCase()}
      aria-label={label}
      aria-describedby={id}
      disabled={busy || forbidden !== undefined}
      onClick={() => onAsk(offer)}
      effect={
        <span id={id}>
          {forbidden && <b>{forbidden} </b>}
          {effect}
        </span>
      }
    />
  );
}

function NotNow({ missing, unknown }: Pick<Offers, "missing" | "unknown">) {
  if (missing.length === 0 && unknown.length === 0) return null;
  return (
    <dl className="mt-4 grid gap-x-4 gap-y-2 text-13 text-muted sm:grid-cols-[auto_minmax(0,1fr)] [&_b]:text-ink">
      {missing.length > 0 && (
        <>
          <dt className="whitespace-nowrap text-faint">Not offered now</dt>
          <dd>
            {missing.map(({ label, why }) => (
              <span key={label}>
                <b>{label}</b> {why}.{" "}
              </span>
            ))}
          </dd>
        </>
      )}
      {unknown.length > 0 && (
        <>
          <dt className="whitespace-nowrap text-faint">Not known here</dt>
          <dd>
            The gateway also offers <b className="font-mono wrap-anywhere">{unknown.join(", ")}</b>, which
            this console does not know.
          </dd>
        </>
      )}
    </dl>
  );
}
