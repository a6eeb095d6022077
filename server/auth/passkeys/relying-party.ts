import { isIP } from "node:net";

/** Whom passkeys are for (WebAuthn's relying party): the host that users open the console at, and the origin that they sign for. */
export type RelyingParty = { id: string; name: string; origin: string };

/** Undefined where browsers allow no passkeys: at an address without a name. */
export function toRelyingParty({
  consoleOrigin,
  merchantName,
}: {
  consoleOrigin: string;
  merchantName: string;
}): RelyingParty | undefined {
  const { hostname } = new URL(consoleOrigin);
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) return undefined;
  return { id: hostname, name: `Merchant Console ${merchantName}`, origin: consoleOrigin };
}
