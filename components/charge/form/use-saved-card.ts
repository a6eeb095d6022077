"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { cardEnding } from "#lib/format/cards.ts";
import { isToken, normalizeToken } from "#lib/gateway/card-number.ts";
import { tokenQuery } from "#lib/queries/tokens.ts";

/** What a typed token leads to, in words. */
export type SavedCard =
  | { kind: "incomplete" }
  | { kind: "looking" }
  | { kind: "found"; paymentMethod: string }
  | { kind: "missing" | "unread"; message: string };

/** Looks a token up once it is complete and its typing has paused. One request of the shared limit for each token. */
export function useSavedCard(typed: string): SavedCard {
  const text = typed.trim();
  const token = usePaused(isToken(text) ? normalizeToken(text) : "");
  const { data, error } = useQuery({ ...tokenQuery(token), enabled: token !== "" });
  if (!isToken(text)) return { kind: "incomplete" };
  if (error) return { kind: "unread", message: error.message };
  if (!data || token !== normalizeToken(text)) return { kind: "looking" };
  if (data.kind === "missing") return { kind: "missing", message: data.message };
  if (data.kind === "unavailable") return { kind: "unread", message: data.message };
  return {
    kind: "found",
    paymentMethod: cardEnding(data.value.card_type, data.value.masked_card_number ?? ""),
  };
}

const pauseMs = 300;

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
