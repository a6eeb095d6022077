import { isIP, type Socket } from "node:net";

/** The caller's address; an IPv4 one in its own spelling also on an IPv6 socket. */
export function clientAddress(socket: Pick<Socket, "remoteAddress">): string {
  return (socket.remoteAddress ?? "").replace(/^::ffff:/, "");
}

export function isLoopback(address: string): boolean {
  return address === "::1" || address.startsWith("127.");
}

/** Whether a host, as it stands in an address, is this machine whoever asks. */
export function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "[::1]" || (isIP(host) === 4 && host.startsWith("127."));
}
