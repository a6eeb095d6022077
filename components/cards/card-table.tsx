import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { Amount } from "#components/ui/amount.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { HydratedButton } from "#components/ui/button/hydrated-button.tsx";
import { dialogOnDemand, usePreload } from "#components/ui/on-demand.tsx";
import { toastDone, toastFailure } from "#components/ui/overlay/toast.ts";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { expiryMonth, type SavedCard, shortToken } from "#lib/cards/saved-card.ts";
import { cardEnding, formatExpiry } from "#lib/format/cards.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { may } from "#lib/permissions.ts";

const ForgetDialog = dialogOnDemand(() =>
  import("./forget-dialog.tsx").then((module) => module.ForgetDialog),
);

/** Saved cards with what each was used for last. Each can be charged, and taken off the list. */
export function CardTable({
  cards,
  now,
  currentMonth,
  onForgotten,
}: {
  cards: readonly SavedCard[];
  now: number;
  currentMonth: string;
  onForgotten: (card: SavedCard) => void;
}) {
  const { role } = useMerchant();
  const [forgetting, setForgetting] = useState<SavedCard>();
  usePreload(ForgetDialog);
  return (
    <>
      <Table label={t("Saved cards")} cards={2}>
        <TableHead>
          <Th>{t("Card")}</Th>
          <Th>{t("Name and expiry")}</Th>
          <Th drop="m">{t("Last used")}</Th>
          <Th drop="l">{t("Saved")}</Th>
          <Th>
            <span className="sr-only">{t("Actions")}</span>
          </Th>
        </TableHead>
        <TableBody>
          {cards.map((card) => (
            <Tr key={card.token}>
              <Td place="full">
                <span className="grid gap-0.5">
                  <span className="font-semibold">{nameOf(card)}</span>
                  <CopyToken token={card.token} />
                </span>
              </Td>
              <Td label={t("Name and expiry")}>
                {card.holder ?? <Unknown>{t("Name not known")}</Unknown>}
                <span className="block text-13 text-muted">
                  <Expiry mmyy={card.expiry} currentMonth={currentMonth} />
                </span>
              </Td>
              <Td label={t("Last used")} drop="tablet">
                <LastUse card={card} now={now} />
              </Td>
              <Td label={t("Saved")} drop="l">
                <Saved card={card} now={now} />
              </Td>
              <Td place="full" numeric>
                <span className="inline-flex gap-2 max-sm:mt-2">
                  <LinkButton
                    size="s"
                    href={paths.chargeCard(card.token)}
                    aria-label={t("Charge {card}", { card: nameOf(card) })}
                  >
                    {t("Charge ~verb")}
                  </LinkButton>
                  {may(role, "saveCard") && (
                    <Button
                      size="s"
                      variant="quiet"
                      aria-label={t("Forget {card}", { card: nameOf(card) })}
                      data-forget=""
                      onClick={() => setForgetting(card)}
                    >
                      {t("Forget")}
                    </Button>
                  )}
                </span>
              </Td>
            </Tr>
          ))}
        </TableBody>
      </Table>
      {forgetting && (
        <ForgetDialog
          card={forgetting}
          onClose={() => setForgetting(undefined)}
          onForgotten={() => onForgotten(forgetting)}
        />
      )}
    </>
  );
}

export const nameOf = ({ brand, lastFour }: Pick<SavedCard, "brand" | "lastFour">) =>
  cardEnding(brand, lastFour ?? "");

/** The beginning and end of a token; pressing it copies the whole. */
export function CopyToken({ token }: { token: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token);
      toastDone(t("Token copied"));
    } catch {
      toastFailure(t("The browser did not allow copying."));
    }
  };
  return (
    <HydratedButton
      type="button"
      onClick={() => void copy()}
      aria-label={t("Copy token {token}", { token })}
      title={t("Copy the whole token")}
      className="justify-self-start font-mono text-12 text-muted underline decoration-dotted underline-offset-2 max-sm:min-h-6"
    >
      {shortToken(token)}
    </HydratedButton>
  );
}

const Unknown = ({ children }: { children: string }) => <span className="text-faint">{children}</span>;

/** When a card expires, marked from the month in which it does. */
export function Expiry({ mmyy, currentMonth }: { mmyy: string | undefined; currentMonth: string }) {
  const month = expiryMonth(mmyy);
  if (!mmyy || !month) return <Unknown>{t("Expiry not known")}</Unknown>;
  const text = formatExpiry(mmyy);
  if (month < currentMonth)
    return (
      <StatusLabel tone="declined" icon="declined">
        {t("Expired {text}", { text })}
      </StatusLabel>
    );
  if (month > currentMonth) return t("Expires {text}", { text });
  return (
    <StatusLabel tone="warning" icon="warning">
      {t("Expires {text}, this month", { text })}
    </StatusLabel>
  );
}

function LastUse({
  card: { lastUsedAt, lastUsedCents, lastUsedKey },
  now,
}: {
  card: SavedCard;
  now: number;
}) {
  const { timeZone } = useMerchant();
  if (lastUsedAt === undefined) return <span className="text-faint">{t("Not yet")}</span>;
  const at = formatInstant(timeZone, lastUsedAt, now);
  return (
    <>
      <span className="text-13 whitespace-nowrap">
        {lastUsedKey ? <Link href={paths.transaction(lastUsedKey)}>{at}</Link> : at}
      </span>
      {lastUsedCents !== undefined && (
        <span className="block text-13">
          <Amount cents={lastUsedCents} soft />
        </span>
      )}
    </>
  );
}

function Saved({ card: { savedAt, savedBy, savedFrom }, now }: { card: SavedCard; now: number }) {
  const { timeZone } = useMerchant();
  if (savedAt === undefined) return <span className="text-faint">{t("Elsewhere")}</span>;
  const at = formatInstant(timeZone, savedAt, now);
  return (
    <>
      <span className="text-13 whitespace-nowrap">
        {savedFrom ? <Link href={paths.transaction(savedFrom)}>{at}</Link> : at}
      </span>
      {savedBy && <span className="block text-12 text-faint">{savedBy}</span>}
    </>
  );
}
