import { subscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Answers a request to upgrade the connection as the plain request that it also is. Next keeps the socket of an upgrade
 * it knows no route for open without a time limit: anybody could use up the process's file descriptors with them.
 */
export function refuseUpgrades(): void {
  subscribe("net.server.socket", (message) => {
    const { socket } = message as { socket: Socket & { server?: Server } }; // as Node documents the channel
    const { server } = socket;
    // Node's type of an HTTP server does not name this option's property (Node 24.9).
    if (server && "shouldUpgradeCallback" in server) server.shouldUpgradeCallback = () => false;
  });
}
