import { keysOf } from "#lib/keys-of.ts";
import { translated } from "#lib/language/t.ts";
import type { CommandName, Tender } from "../gateway/commands.ts";
import type { Right } from "../permissions.ts";

/** What the form can ask the gateway for: a row is a choice of its menu. */
export type ChargeKindRow = {
  label: string;
  note: string;
  /** By tender; a tender without one takes a plain payment. */
  commands: Partial<Record<Tender, CommandName>>;
  /** What the button says, before the amount. */
  verb: string;
  right?: Right;
  /** Nothing of it is in the batch that is open now. */
  leavesBatch?: true;
  /** Of a kind that moves no money, and so has no amount: the only groups of fields that it has, its tenders' among them. */
  groups?: readonly string[];
};

const chargeKinds = translated(["label", "note", "verb"], {
  now: {
    label: "Charge now",
    note: "Collected when the batch closes",
    commands: { card: "sale", token: "sale", check: "check:sale", cash: "cash:sale" },
    verb: "Charge ~verb",
  },
  later: {
    label: "Authorize only",
    note: "Holds the amount until you capture it",
    commands: { card: "authonly", token: "authonly" },
    verb: "Authorize",
    leavesBatch: true,
  },
  voice: {
    label: "Voice authorization",
    note: "With the code the issuer gave by phone",
    commands: { card: "cc:postauth", token: "cc:postauth" },
    verb: "Post",
  },
  save: {
    label: "Save card only",
    note: "Checks the card and keeps a token, no charge",
    commands: { card: "cc:save" },
    verb: "Save card",
    right: "saveCard",
    groups: ["card"],
    leavesBatch: true,
  },
  credit: {
    label: "Send money back",
    note: "Not tied to a sale",
    commands: { card: "cc:credit", token: "cc:credit", check: "check:credit", cash: "cash:refund" },
    verb: "Send back",
    right: "credit",
  },
} as const satisfies Record<string, ChargeKindRow>);

export type ChargeKind = keyof typeof chargeKinds;
export const chargeKindNames = keysOf(chargeKinds);
export const kindRow = (kind: ChargeKind): ChargeKindRow => chargeKinds[kind];

/** What is asked for by this tender: a plain payment where the tender has not what was chosen. */
export const kindIn = ({ kind, tender }: { kind: ChargeKind; tender: Tender }): ChargeKind =>
  kindRow(kind).commands[tender] ? kind : "now";

/** The command that is asked for. Undefined only where a tender has not even a plain payment. */
export const commandIn = (values: { kind: ChargeKind; tender: Tender }): CommandName | undefined =>
  kindRow(kindIn(values)).commands[values.tender];

/** Whether it has no amount: no money moves. */
export const hasAmount = (values: { kind: ChargeKind; tender: Tender }): boolean =>
  kindRow(kindIn(values)).groups === undefined;

/** The kind whose command this is; a plain payment of any other command. */
export const kindOfCommand = (command: CommandName): ChargeKind =>
  chargeKindNames.find((kind) => Object.values(kindRow(kind).commands).includes(command)) ?? "now";
