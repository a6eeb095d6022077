import { createServer } from "node:net";

/** Whether nothing listens on a port. Tried twice, since some systems allow one listener on all addresses and another on the loopback address alone. */
export const isFree = async (port: number) =>
  (await canListen({ port })) && (await canListen({ port, host: "127.0.0.1" }));

function canListen(where: { port: number; host?: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    // Other errors, such as a port that needs rights, are reported by the program that takes the port.
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code !== "EADDRINUSE"));
    probe.listen(where, () => probe.close(() => resolve(true)));
  });
}
