/** A saved card as the console knows it: never its number. Times are epoch ms. */
export type SavedCard = {
  token: string;
  /** "Visa"; undefined until the gateway named it. */
  brand?: string | undefined;
  lastFour?: string | undefined;
  /** "MMYY"; known only where the card was typed into this console. */
  expiry?: string | undefined;
  holder?: string | undefined;
  savedAt?: number | undefined;
  /** Who saved it here; undefined for one saved elsewhere. */
  savedBy?: string | undefined;
  /** The payment whose card it is. */
  savedFrom?: string | undefined;
  lastUsedAt?: number | undefined;
  lastUsedCents?: number | undefined;
  lastUsedKey?: string | undefined;
};

export type SavedCardPage = { cards: SavedCard[]; total: number; offset: number };

export const cardsOnPage = 25;

/** The most that one request saves. */
export const maxCardsAtOnce = 20;

/** "5tz1-…-2224": enough to tell two apart. The whole token is copied, not read. */
export function shortToken(token: string): string {
  const groups = token.split("-");
  return groups.length > 2 ? `${groups[0]}-…-${groups.at(-1)}` : token;
}

/** "2026-11" of "1126": after that month the card has expired. Undefined when there is no such month. */
export function expiryMonth(mmyy: string | undefined): string | undefined {
  const [, month, year] = /^(0[1-9]|1[0-2])(\d{2})$/.exec(mmyy ?? "") ?? [];
  return month && `20${year}-${month}`;
}

/** What became of saving one card. `known`: its token was listed already. `unknown`: the answer was lost, and is looked up. */
export type SaveResult =
  | { kind: "saved" | "known"; token: string; brand?: string | undefined; lastFour?: string | undefined }
  | { kind: "failed"; message: string }
  | { kind: "unknown"; message: string };
