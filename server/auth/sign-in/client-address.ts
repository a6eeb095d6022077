import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/**
 * Sets `x-forwarded-for` of every request to the client's real address. Next passes on what a client claims and gives no
 * access to the socket. A proxy on this machine is trusted: it appends the address it sees.
 */
export function readClientAddresses(): void {
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage }; // as Node documents the channel
    request.headers["x-forwarded-for"] = clientAddress(
      request.socket.remoteAddress ?? "",
      request.headers["x-forwarded-for"],
    );
  });
}

/** `claimed`: the header as it came. */
export function clientAddress(peer: string, claimed: string | string[] | undefined): string {
  const isLoopback = peer === "::1" || /^(::ffff:)?127\./.test(peer);
  const last = [claimed ?? []].flat().join(",").split(",").at(-1)?.trim();
  return isLoopback && last ? last : peer;
}
