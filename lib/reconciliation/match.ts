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
  const open = { gateway: new Set(gateway), journal: new Set(journal) };
  const pairs: Matching["pairs"] = [];
  const claim = (one: GatewayEntry, other: JournalEntry) => {
    pairs.push({ gateway: one, journal: other });
    open.gateway.delete(one);
    open.journal.delete(other);
  };
  const passes: ((entry: GatewayEntry) => readonly string[])[] = [
    ({ key }) => [`key ${key}`],
    ({ references }) => references.map((reference) => `reference ${reference}`),
    ({ refnum }) => (refnum ? [`refnum ${refnum}`] : []),
  ];
  const names = ({ key, reference, refnum }: JournalEntry) => [
    ...(key ? [`key ${key}`] : []),
    `reference ${reference}`,
    ...(refnum ? [`refnum ${refnum}`] : []),
  ];
  const byName = new Map<string, JournalEntry>();
  for (const entry of journal) for (const name of names(entry)) byName.set(name, byName.get(name) ?? entry);
  for (const namesOf of passes)
    for (const entry of open.gateway)
      for (const name of namesOf(entry)) {
        const found = byName.get(name);
        if (found && open.journal.has(found)) {
          claim(entry, found);
          break;
        }
      }
  const ambiguous = matchByFacts(open, claim);
  return { pairs, gateway: [...open.gateway], journal: [...open.journal], ambiguous };
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

const factsOf = (entry: Pick<GatewayEntry, "tender" | "cents" | "lastFour" | "authcode">) =>
  [
    entry.tender === "token" ? "card" : entry.tender,
    entry.cents,
    entry.lastFour ?? "",
    entry.authcode ?? "",
  ].join(" ");
