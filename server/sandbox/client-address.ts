import type { Socket } from "node:net";

/** The caller's address; an IPv4 one in its own spelling also on an IPv6 socket. */
export function clientAddress(socket: Pick<Socket, "remoteAddress">): string {
  return (socket.remoteAddress ?? "").replace(/^::ffff:/, "");
}

export function isLoopback(address: string): boolean {
  return address === "::1" || address.startsWith("127.");
}
