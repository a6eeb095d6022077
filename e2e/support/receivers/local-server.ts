import { once } from "node:events";
import type { AddressInfo, Server, Socket } from "node:net";

/** A test's own server on this machine: it can be stopped, and started again on the same port. */
export class LocalServer {
  port = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #waiting = new Set<() => void>();

  constructor(server: Server) {
    this.#server = server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => {}).once("close", () => this.#sockets.delete(socket));
    });
  }

  up = async (): Promise<void> => {
    this.#server.listen(this.port, "127.0.0.1");
    await once(this.#server, "listening");
    this.port = (this.#server.address() as AddressInfo).port; // it listens on a port
  };

  down = async (): Promise<void> => {
    if (!this.#server.listening) return;
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, "close");
  };

  /** Resolves once the condition holds; checked now and on each `changed`. */
  until = (enough: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = () => {
        if (!enough()) return;
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
      check();
    });

  changed = (): void => {
    for (const check of this.#waiting) check();
  };
}
