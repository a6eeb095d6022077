import { t } from "#lib/language/t.ts";

/** What any event of a person may hold beside its own fields: where its request came from. */
export type EventOrigin = {
  fromAddress?: string;
  /** The name of a cash drawer, or eight hexadecimal digits that name a browser. */
  workstation?: string;
};

/** Where an event came from, for people; each part is undefined where it isn't known. */
export function originOf({
  name,
  userId,
  data,
}: {
  name: string;
  userId: string | null;
  data: Readonly<Record<string, unknown>>;
}): {
  workstation: string | undefined;
  address: string | undefined;
} {
  const address = textOf(data.fromAddress) ?? (hasOwnAddress(name) ? textOf(data.address) : undefined);
  const workstation = textOf(data.workstation ?? data.desk); // in older events
  const isServer = userId === null && address === undefined;
  return {
    workstation: workstation ? nameWorkstation(workstation) : isServer ? t("Server") : undefined,
    address: address?.replace(/^::ffff:/i, ""),
  };
}

/** Whether the field `address` of these events is where they came from. */
export const hasOwnAddress = (name: string) => addressed.has(name);

/** Before other events held an address, these did. */
const addressed: ReadonlySet<string> = new Set([
  ...["session.started", "session.refused", "signIn.locked", "user.joined"],
]);

const nameWorkstation = (workstation: string) =>
  /^[0-9a-f]{8}$/.test(workstation) ? t("Browser {name}", { name: workstation }) : workstation;

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
