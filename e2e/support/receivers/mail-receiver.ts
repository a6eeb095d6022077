import { createServer, type Socket } from "node:net";
import { LocalServer } from "./local-server.ts";

type ReceivedMail = { from: string; to: string[]; data: string };

export type MailReceiver = {
  /** smtp://127.0.0.1:… */
  url: string;
  received: ReceivedMail[];
  /** Connections so far. */
  connections(): number;
  /** Answers each recipient with this line from now on; accepts them without one. */
  refuseWith(line?: string): void;
  /** Sends no greeting until `release`. */
  hold(): void;
  release(): void;
  /** Resolves once the condition holds; checked after each mail and each refusal. */
  until(enough: () => boolean): Promise<void>;
  down(): Promise<void>;
  up(): Promise<void>;
};

/** A minimal local SMTP server that records the mails it receives. */
export async function startMailReceiver(): Promise<MailReceiver> {
  const received: ReceivedMail[] = [];
  let held: (() => void)[] | undefined;
  let refusal: string | undefined;
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    const talk = () =>
      converse(socket, {
        refusal: () => refusal,
        keep: (mail) => received.push(mail),
        checkWaiting: local.changed,
      });
    if (held) held.push(talk);
    else talk();
    local.changed();
  });
  const local = new LocalServer(server);
  await local.up();
  return {
    url: `smtp://127.0.0.1:${local.port}`,
    received,
    connections: () => connections,
    refuseWith: (line) => {
      refusal = line;
    },
    hold: () => {
      held = [];
    },
    release: () => {
      for (const talk of held ?? []) talk();
      held = undefined;
    },
    until: local.until,
    down: local.down,
    up: local.up,
  };
}

type Exchange = { refusal(): string | undefined; keep(mail: ReceivedMail): void; checkWaiting(): void };

/** One connection: a line at a time, and after DATA everything up to the line with a dot. */
function converse(socket: Socket, exchange: Exchange): void {
  let mail: ReceivedMail = { from: "", to: [], data: "" };
  let inData = false;
  let rest = "";
  const say = (line: string) => socket.write(`${line}\r\n`);
  const take = (line: string) => {
    if (inData) {
      if (line !== ".") mail.data += `${line.replace(/^\.\./, ".")}\r\n`;
      else {
        inData = false;
        exchange.keep(mail);
        mail = { from: "", to: [], data: "" };
        say("250 taken");
        exchange.checkWaiting();
      }
      return;
    }
    const [verb = "", argument = ""] = line.split(/[ :](.*)/s);
    const address = /<([^>]*)>/.exec(argument)?.[1] ?? "";
    switch (verb.toUpperCase()) {
      case "MAIL":
        mail.from = address;
        return say("250 ok");
      case "RCPT": {
        const refusal = exchange.refusal();
        if (refusal === undefined) mail.to.push(address);
        say(refusal ?? "250 ok");
        return exchange.checkWaiting();
      }
      case "DATA":
        inData = true;
        return say("354 go ahead");
      case "QUIT":
        socket.end("221 bye\r\n");
        return;
      case "AUTH":
        return say("535 5.7.8 not with that password");
      case "EHLO":
        return say("250-receiver\r\n250 AUTH PLAIN");
      default:
        return say("250 ok");
    }
  };
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) take(line);
  });
  say("220 receiver");
}
