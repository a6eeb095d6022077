import type { GatewayEntry, JournalEntry } from "./entries.ts";

/** Gateway transactions and payments of the journal that are the same; each is claimed at most once. */
export type Matching = {
  pairs: { gateway: GatewayEntry; journal: JournalEntry }[];
  /** Left over on each side. */
  gateway: GatewayEntry[];
  journal: JournalEntry[];
  /** Groups that fit each other equally well, so that none of them is claimed. */
  ambiguous: { gateway: GatewayEntry[]; journal: JournalEntry[] }[];
};

/**
 * Matches in passes, each exact: by the transaction's key, by our reference in its comments, by its reference number. What has
 * no identity in common is compared last, by amount, last four digits, authorization code and time, and matched only
 * where that is unique on both sides.
 */
export function match(gateway: readonly GatewayEntry[], journal: readonly JournalEntry[]): Matching {
  const pairs: Matching["pairs"] = [];
  const claimed = new Set<JournalEntry>();
  let left = gateway;
  for (const { inGateway, inJournal } of passes) {
    const byName = findNamed(left.flatMap(inGateway), journal, inJournal);
    left = left.filter((entry) => {
      for (const name of inGateway(entry)) {
        const found = byName.get(name);
        if (!found || claimed.has(found)) continue;
        pairs.push({ gateway: entry, journal: found });
        claimed.add(found);
        return false;
      }
      return true;
    });
  }
  const open = {
    gateway: new Set(left),
    journal: new Set(journal.filter((entry) => !claimed.has(entry))),
  };
  const ambiguous = matchByFacts(open, (one, other) => {
    pairs.push({ gateway: one, journal: other });
    open.gateway.delete(one);
    open.journal.delete(other);
  });
  return { pairs, gateway: [...open.gateway], journal: [...open.journal], ambiguous };
}

/** What identifies a payment on both sides, the most certain first. */
const passes: readonly {
  inGateway: (entry: GatewayEntry) => readonly string[];
  inJournal: (entry: JournalEntry) => string | undefined;
}[] = [
  { inGateway: ({ key }) => [key], inJournal: ({ key }) => key },
  { inGateway: ({ references }) => references, inJournal: ({ reference }) => reference },
  { inGateway: ({ refnum }) => (refnum ? [refnum] : []), inJournal: ({ refnum }) => refnum },
];

/** The first payment of each name. Only names that are asked for are kept: after the first pass they are few. */
function findNamed(
  names: readonly string[],
  journal: readonly JournalEntry[],
  nameOf: (entry: JournalEntry) => string | undefined,
): ReadonlyMap<string, JournalEntry | undefined> {
  const byName = new Map<string, JournalEntry | undefined>();
  for (const name of names) byName.set(name, undefined);
  if (byName.size === 0) return byName;
  for (const entry of journal) {
    const name = nameOf(entry);
    if (name && byName.has(name) && byName.get(name) === undefined) byName.set(name, entry);
  }
  return byName;
}

/** Only what has no identity of its own: one with a key that the batch does not have is another payment. */
function matchByFacts(
  open: { gateway: Set<GatewayEntry>; journal: Set<JournalEntry> },
  claim: (one: GatewayEntry, other: JournalEntry) => void,
): Matching["ambiguous"] {
  const nameless = [...open.journal].filter(({ key }) => key === undefined);
  const anonymous = [...open.gateway].filter(({ references }) => references.length === 0);
  const byFacts = Map.groupBy(anonymous, factsOf);
  const ambiguous: Matching["ambiguous"] = [];
  for (const group of Map.groupBy(nameless, factsOf).values()) {
    const candidates = byFacts.get(factsOf(group[0] as JournalEntry)) ?? []; // no group is empty
    const fits = (one: GatewayEntry, other: JournalEntry) => Math.abs(one.at - other.at) <= windowMs;
    const related = candidates.filter((one) => group.some((other) => fits(one, other)));
    const claiming = group.filter((other) => related.some((one) => fits(one, other)));
    const [first, second] = claiming;
    const [candidate] = related;
    if (!first || !candidate) continue;
    if (!second && related.length === 1) claim(candidate, first);
    else {
      for (const one of related) open.gateway.delete(one);
      for (const other of claiming) open.journal.delete(other);
      ambiguous.push({ gateway: related, journal: claiming });
    }
  }
  return ambiguous;
}

/** The clocks of console and gateway, and the time that an answer may take. */
const windowMs = 180_000;

const factsOf = (entry: Pick<GatewayEntry, "tender" | "cents" | "currency" | "lastFour" | "authcode">) =>
  [
    entry.tender === "token" ? "card" : entry.tender,
    entry.cents,
    entry.currency ?? "",
    entry.lastFour ?? "",
    entry.authcode ?? "",
  ].join(" ");
