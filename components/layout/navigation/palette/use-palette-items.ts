import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { may } from "#lib/permissions.ts";
import { cardsQuery } from "#lib/queries/cards.ts";
import { searchQuery } from "#lib/queries/search.ts";
import type { Problem } from "#lib/search/parse.ts";
import { useMerchant } from "../../merchant.tsx";
import type { HotkeySet } from "../../shortcuts/hotkey-store.ts";
import {
  isSearchable,
  type PaletteItem,
  readTyped,
  toAccounts,
  toActions,
  toCard,
  toDirect,
  toPayment,
} from "./palette-items.ts";

const pauseMs = 150;
const most = { payments: 5, cards: 3 };

/**
 * What a text finds, and what of it is not searched for: a payment is offered only where all of the text was read. Settled
 * once everything that it could find was asked for. Sends no gateway requests.
 */
export function usePaletteItems(
  text: string,
  sets: readonly HotkeySet[],
): { items: PaletteItem[]; problems: readonly Problem[]; isSettled: boolean } {
  const { role, timeZone, accounts = [] } = useMerchant();
  const [asked, setAsked] = useState("");
  useEffect(() => {
    if (!isSearchable(text)) return;
    const timer = setTimeout(() => setAsked(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const isAsked = asked === text;
  const { q, problems, isUnreadable } = useMemo(() => readTyped(text), [text]);
  const isRead = problems.length === 0;
  const payments = useQuery({
    ...searchQuery({ q, older: null, newer: null }),
    enabled: isAsked && isRead && may(role, "viewTransactions"),
    refetchInterval: false,
  });
  const cards = useQuery({
    ...cardsQuery(asked),
    enabled: isAsked && asked !== "" && !isUnreadable && may(role, "charge"),
  });
  if (isUnreadable) return { items: [], problems, isSettled: true };
  const isCurrent = isAsked && isRead && !payments.isPlaceholderData;
  const found = isCurrent ? (payments.data?.page.rows ?? []) : [];
  const saved = isAsked && asked !== "" && !cards.isPlaceholderData ? (cards.data?.cards ?? []) : [];
  const now = payments.data?.readAt ?? 0;
  return {
    items: [
      ...found.slice(0, most.payments).map((row) => toPayment(row, timeZone, now)),
      ...saved.slice(0, most.cards).map(toCard),
      ...toDirect(text),
      ...toAccounts(text, accounts),
      ...toActions(text, sets),
    ],
    problems,
    isSettled: text === "" || !isRead || !isSearchable(text) || (isCurrent && !payments.isFetching),
  };
}
