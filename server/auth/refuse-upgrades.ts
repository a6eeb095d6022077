import { subscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Answers an upgrade request as a plain request. Next keeps the socket of an upgrade without a matching route open
 * forever, so an attacker could exhaust the process's file descriptors.
 */
export function refuseUpgrades(): void {
  subscribe("net.server.socket", (message) => {
    const { socket } = message as { socket: Socket & { server?: Server } }; // as Node documents the channel
    const { server } = socket;
    // Node's type of an HTTP server does not name this option's property (Node 24.9).
    if (server && "shouldUpgradeCallback" in server) server.shouldUpgradeCallback = () => false;
  });
}
