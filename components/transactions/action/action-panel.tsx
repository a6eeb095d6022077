"use client";

import { useId } from "react";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { ActionTile } from "#components/ui/button/action-tile.tsx";
import { Icon } from "#components/ui/icon/icon.tsx";
import { SectionTitle } from "#components/ui/panel/panel.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { type FollowUpForm, followUpForms } from "#lib/gateway/commands/follow-up-forms.ts";
import { isNewCredit, voidsPayment } from "#lib/gateway/commands.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import type { Offer, Offers } from "./offers.ts";

/**
 * Why no action can start: the console did not answer an action on this payment, the action has no answer from the gateway yet
 * or waits to be sent, or the payment's new state has not been read. `why`: the reason why it could not be read.
 */
export type Shut =
  | { kind: "unanswered" }
  | { kind: "noOutcome" }
  | { kind: "waiting" }
  | { kind: "unread"; why: string | undefined };

/** The actions of a transaction: a button for each that the gateway offers, and why the others are missing. */
export function ActionPanel({
  offers,
  shut,
  expired,
  note,
  resolved,
  deadline,
  aside,
  onAsk,
}: {
  offers: Offers;
  shut: Shut | undefined;
  /** Among the rarer actions: what changes nothing of the payment. */
  aside?: React.ReactNode;
  /** That an authorization has expired, or may have: the ways to capture it come first. */
  expired?: string | undefined;
  /** What to know before anything is done: the reading is old. */
  note?: React.ReactNode;
  /** What became of an action that had no answer. */
  resolved?: React.ReactNode;
  deadline?: React.ReactNode;
  onAsk: (offer: Offer) => void;
}) {
  const titleId = useId();
  const { offered, missing, unknown } = offers;
  const open = shut ? [] : offered.filter(({ forbidden }) => !forbidden);
  const { first, more } = split(offered, expired !== undefined);
  useHotkeys(
    open.map((offer) => ({
      keys: followUpForms[offer.command].key,
      does: t("{label} (asks first)", { label: offer.label }),
      act: () => onAsk(offer),
    })),
    { group: t("This payment") },
  );

  return (
    <section aria-label={t("Actions")}>
      <SectionTitle id={titleId} end={deadline}>
        {t("What can be done now")}
      </SectionTitle>
      {resolved && <div className="mb-3">{resolved}</div>}
      {shut ? (
        <div className="mb-3">
          <WhyShut shut={shut} />
        </div>
      ) : (
        note && <div className="mb-3 empty:hidden">{note}</div>
      )}
      {expired && (
        <div className="mb-3">
          <Note tone="warning" role="status">
            {tx(
              "{title} The hold on the card may be gone. Choose how to capture it, or void it and take a new payment.",
              { title: <b>{expired}</b> },
            )}
          </Note>
        </div>
      )}
      {offered.length > 0 || unknown.length > 0 ? (
        <>
          <Tiles offers={first} unknown={unknown} shut={shut} onAsk={onAsk} />
          {(more.length > 0 || aside) && (
            <details className="mt-3">
              <summary className="flex items-center gap-2 text-13 text-muted">
                <Icon name="more" />
                {t("More actions")}
              </summary>
              <div className="mt-2">
                <Tiles offers={more} shut={shut} onAsk={onAsk} aside={aside} />
              </div>
            </details>
          )}
        </>
      ) : (
        <p className="text-muted">
          {offers.isUnread
            ? t("What can be done is known once this payment has been read from the gateway again.")
            : t("Nothing to do here. Take a new payment.")}
        </p>
      )}
      <NotNow missing={missing} />
    </section>
  );
}

/**
 * What is kept out of the way: the rarer ways to do the same, and a quick refund beside a void, which is rarely what is
 * meant.
 */
function split(offered: readonly Offer[], isExpired: boolean): { first: Offer[]; more: Offer[] } {
  const isInMenu = ({ command }: Offer) => {
    const { inMenu, onceExpired }: FollowUpForm = followUpForms[command];
    if (onceExpired && isExpired) return false;
    return inMenu || (isNewCredit(command) && offered.some((other) => voidsPayment(other.command)));
  };
  return { first: offered.filter((offer) => !isInMenu(offer)), more: offered.filter(isInMenu) };
}

function WhyShut({ shut }: { shut: Shut }) {
  if (shut.kind === "unanswered")
    return (
      <Note tone="unknown" role="status">
        {tx("{title} We're checking whether it went through. Don't repeat it.", {
          title: <b>{t("The server didn't respond to an action on this payment.")}</b>,
        })}
      </Note>
    );
  if (shut.kind === "noOutcome")
    return (
      <Note tone="unknown" role="status">
        {tx("{title} Nothing else can be done until then. See the timeline.", {
          title: <b>{t("The outcome of an action on this payment is not known yet.")}</b>,
        })}
      </Note>
    );
  if (shut.kind === "waiting")
    return (
      <Note tone="warning" icon="clock" role="status">
        {tx("{title} Stop it, or wait until it is sent, to do anything else.", {
          title: <b>{t("A refund of this payment waits to be sent.")}</b>,
        })}
      </Note>
    );
  return (
    <Note tone={shut.why ? "warning" : "neutral"} role="status">
      <b>{t("The payment has changed.")}</b>{" "}
      {shut.why
        ? t("Its new state could not be read: {why} It is read again automatically.", {
            why: translate(shut.why),
          })
        : t("Reading its new state from the gateway.")}
    </Note>
  );
}

function Tiles({
  offers,
  unknown = [],
  aside,
  shut,
  onAsk,
}: {
  offers: readonly Offer[];
  /** What the gateway offers and this console has no action for, by its name. */
  unknown?: readonly string[];
  aside?: React.ReactNode;
  shut: Shut | undefined;
  onAsk: (offer: Offer) => void;
}) {
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {offers.map((offer) => (
        <OfferTile key={offer.command} offer={offer} busy={shut !== undefined} onAsk={onAsk} />
      ))}
      {unknown.map((name) => (
        <ActionTile
          key={name}
          icon="unknown"
          title={name}
          aria-label={name}
          strong
          className="items-start!"
          disabled
          effect={t("The gateway offers this, but this console can't do it. Use the gateway's own console.")}
        />
      ))}
      {aside}
    </div>
  );
}

function OfferTile({ offer, busy, onAsk }: { offer: Offer; busy: boolean; onAsk: (offer: Offer) => void }) {
  const id = useId();
  const { command, label, effect, forbidden } = offer;
  const { icon, key } = followUpForms[command];
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

function NotNow({ missing }: Pick<Offers, "missing">) {
  if (missing.length === 0) return null;
  return (
    <dl className="mt-4 grid gap-x-4 gap-y-2 text-13 text-muted sm:grid-cols-[auto_minmax(0,1fr)] [&_b]:text-ink">
      <dt className="whitespace-nowrap text-faint">{t("Unavailable")}</dt>
      <dd>
        {missing.map(({ label, why }) => (
          <span key={label}>{tx("{label}: {why}.", { label: <b>{label}</b>, why })} </span>
        ))}
      </dd>
    </dl>
  );
}
