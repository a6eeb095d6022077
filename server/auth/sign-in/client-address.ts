import { isIP } from "node:net";
import { onEachRequest } from "#server/http/requests.ts";

/**
 * Sets `x-forwarded-for` of every request to the client's real address. Next passes on what a client claims and gives no
 * access to the socket. A proxy on this machine is trusted: it appends the address it sees.
 */
export function readClientAddresses(): void {
  onEachRequest(({ request }) => {
    request.headers["x-forwarded-for"] = clientAddress(
      request.socket.remoteAddress ?? "",
      request.headers["x-forwarded-for"],
    );
  });
}

/**
 * The address as it may be given to others; undefined where it is not known: a browser on the console's own machine has none
 * of its own, and what follows a proxy may be no address.
 */
export function toPublishedAddress(address: string | null): string | undefined {
  const plain = address?.replace(/^::ffff:/i, "") ?? "";
  return isIP(plain) !== 0 && !isLoopback(plain) ? plain : undefined;
}

const isLoopback = (address: string) => address === "::1" || /^(::ffff:)?127\./.test(address);

/** `claimed`: the header as it came. */
export function clientAddress(peer: string, claimed: string | string[] | undefined): string {
  const last = [claimed ?? []].flat().join(",").split(",").at(-1)?.trim();
  return isLoopback(peer) && last ? last : peer;
}
