import { isIP, type Socket } from "node:net";

/** The client's IP address. */
export const clientAddress = ({ remoteAddress }: Pick<Socket, "remoteAddress">): string =>
  ownSpelling(remoteAddress);
/** The address at which the client reached us. */
export const serverAddress = ({ localAddress }: Pick<Socket, "localAddress">): string =>
  ownSpelling(localAddress);

/** An IPv4 address as it is also on an IPv6 socket. */
const ownSpelling = (address = "") => address.replace(/^::ffff:/, "");

export function isLoopback(address: string): boolean {
  return address === "::1" || address.startsWith("127.");
}

/** Whether the host of a URL always names this machine. */
export function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "[::1]" || (isIP(host) === 4 && host.startsWith("127."));
}
