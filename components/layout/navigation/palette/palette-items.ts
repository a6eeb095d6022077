import type { IconName } from "#components/ui/icon/icon.tsx";
import type { AccountLink } from "#lib/accounts/account.ts";
import { type SavedCard, shortToken } from "#lib/cards/saved-card.ts";
import { cardEnding, formatExpiry } from "#lib/format/cards.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { isToken, normalizeToken } from "#lib/gateway/card-number.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { hasAppearance, stateAppearances } from "#lib/payments/transaction-labels.ts";
import type { FoundTransaction } from "#lib/search/found.ts";
import { type Problem, parseTyped } from "#lib/search/parse.ts";
import { printForAddress } from "#lib/search/print.ts";
import { isUnreadable, type Query } from "#lib/search/query.ts";
import { type Hotkey, type HotkeySet, runHotkey } from "../../shortcuts/hotkey-store.ts";
import { toHint } from "../../shortcuts/to-hint.ts";
import { switchAddress } from "../../switch-address.ts";

/** One choice of the palette: an address, or an action of the page. */
export type PaletteItem = {
  id: string;
  group: string;
  icon: IconName;
  label: string;
  detail?: string;
  end?: string;
  kbd?: string;
  href?: string;
  act?: () => void;
};

/** Keys and reference numbers; anything shorter, or with other signs, is a search. A key without a digit has no vowel after its first letter. */
const KEY = /^(?=.*\d)[\w-]{6,64}$|^[a-z][b-df-hj-np-tv-z]{14}$/;

/** Where a typed text leads without looking it up first. Undefined where it can't be read. */
export function addressOf(text: string): string | undefined {
  if (isToken(text)) return paths.chargeCard(normalizeToken(text));
  const { query } = parseTyped(text);
  if (isKey(text, query)) return paths.transaction(text);
  return isUnreadable(query) ? undefined : paths.search(printForAddress(query));
}

/** Not a day or an amount, which may look like one. */
const isKey = (text: string, query: Query) => query.kind === "text" && KEY.test(text);

/** What a typed text asks of the payments, as an address has it, and what of it is not searched for. */
export function readTyped(text: string): { q: string; problems: readonly Problem[]; isUnreadable: boolean } {
  const { query, problems } = parseTyped(text);
  return {
    q: printForAddress(query),
    problems: problems.filter(({ isRead }) => !isRead),
    isUnreadable: isUnreadable(query) && !isToken(text),
  };
}

/**
 * Whether the text may be asked for while it is typed: more digits without a letter may be the beginning of a card
 * number, and are asked for only once they are whole.
 */
export function isSearchable(text: string): boolean {
  const digits = text.split(/\s+/).filter((word) => !/[a-z]/i.test(word));
  return digits.join("").replace(/\D/g, "").length <= maxDigits;
}

const maxDigits = 8;

export function toPayment(row: FoundTransaction, timeZone: string, now: number): PaletteItem {
  const { key, attemptId, id, cents, currency, customer, brand, lastFour, invoice, createdAt } = row;
  const amount = cents === undefined ? "" : formatMoney(row.givesBack ? -cents : cents, { code: currency });
  return {
    id: `payment ${id}`,
    group: t("Payments"),
    icon: hasAppearance(row.phase) ? stateAppearances[row.phase].icon : "list",
    label: [amount, customer].filter(Boolean).join(" "),
    detail: [lastFour && cardEnding(brand, lastFour), invoice && t("invoice {invoice}", { invoice })]
      .filter(Boolean)
      .join(", "),
    end: formatInstant(timeZone, createdAt, now),
    href: key ? paths.transaction(key) : paths.attempt(attemptId ?? id),
  };
}

export function toCard({ token, brand, lastFour, holder, expiry }: SavedCard): PaletteItem {
  return {
    id: `card ${token}`,
    group: t("Saved cards"),
    icon: "token",
    label: cardEnding(brand, lastFour ?? ""),
    detail: [holder, expiry && t("expires {expiry}", { expiry: formatExpiry(expiry) })]
      .filter(Boolean)
      .join(", "),
    end: t("Charge"),
    href: paths.chargeCard(token),
  };
}

/** What the text leads to as it is: a token, a key, a search. */
export function toDirect(text: string): PaletteItem[] {
  if (text === "") return [];
  const { query } = parseTyped(text);
  const search = {
    id: "search",
    group: t("Search"),
    icon: "search",
    label: t("Search all payments for “{text}”", { text }),
    href: paths.search(printForAddress(query)),
  } as const;
  if (isToken(text))
    return [
      {
        id: "token",
        group: t("Saved cards"),
        icon: "token",
        label: t("Charge the saved card {token}", { token: shortToken(normalizeToken(text)) }),
        href: paths.chargeCard(normalizeToken(text)),
      },
      search,
    ];
  if (isUnreadable(query)) return [];
  if (!isKey(text, query)) return [search];
  return [
    {
      id: "key",
      group: t("Search"),
      icon: "list",
      label: t("Open payment {text}", { text }),
      detail: t("by its key or reference number"),
      href: paths.transaction(text),
    },
    search,
  ];
}

/** The other gateway accounts that the user may use, by their names. */
export function toAccounts(text: string, accounts: readonly AccountLink[]): PaletteItem[] {
  const words = text.toLowerCase().split(/\s+/);
  return accounts
    .filter(({ isHere }) => !isHere)
    .map((account): PaletteItem => {
      const name = account.id === "" ? t("Main account") : account.name;
      return {
        id: `account ${account.id}`,
        group: t("Accounts"),
        icon: "right",
        label: t("Switch to {name}", { name }),
        act: () => location.assign(switchAddress(account)),
      };
    })
    .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}

/** The actions of the page, then the pages, as their keys name them, that match the text. */
export function toActions(text: string, sets: readonly HotkeySet[]): PaletteItem[] {
  const words = text.toLowerCase().split(/\s+/);
  const listed = sets.filter(({ scope, inPalette }) => scope === "page" && inPalette !== "never");
  const toItems = (set: HotkeySet) => set.hotkeys.filter(isAction).map((hotkey) => toAction(set, hotkey));
  return [
    ...listed.filter(({ inPalette }) => inPalette !== "pages").flatMap(toItems),
    ...listed.filter(({ inPalette }) => inPalette === "pages").flatMap(toItems),
  ].filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}

function toAction({ group, inPalette }: HotkeySet, { keys, does }: Hotkey): PaletteItem {
  const isPage = inPalette === "pages";
  return {
    id: `${group} ${keys}`,
    group: isPage ? t("Go to") : t("Actions on this page"),
    icon: isPage ? "right" : "play",
    label: does,
    kbd: toHint(keys),
    act: () => runHotkey({ keys, does }),
  };
}

/** Not moving a row, or leaving something. */
const isAction = ({ keys }: Hotkey) => !/^(?:arrow|escape|enter$|tab)/.test(keys);
