import { text } from "node:stream/consumers";

/** A password typed twice without echo, or the first line of standard input when it is not a terminal. */
export async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return firstLine(await text(process.stdin));
  const password = await askHidden("Password: ");
  if (password !== (await askHidden("The same again: "))) {
    throw new UnreadablePasswordError("The two passwords differ. Nothing was changed.");
  }
  return password;
}

/** No password could be read; the message is for the person at the terminal. */
export class UnreadablePasswordError extends Error {}

function firstLine(input: string): string {
  const line = input.split(/\r?\n/, 1)[0] ?? "";
  if (line !== "") return line;
  throw new UnreadablePasswordError("No password came on standard input. Nothing was changed.");
}

const [ENTER, LINE_FEED, CONTROL_C, CONTROL_D, BACKSPACE, DELETE] = [
  "\r",
  "\n",
  "\u0003",
  "\u0004",
  "\b",
  "\u007f",
];

/** Reads a line in raw mode, where the terminal does not echo. */
function askHidden(question: string): Promise<string> {
  const { stdin, stdout } = process;
  // Before the prompt, so that early keystrokes are not echoed either.
  stdin.setRawMode(true);
  stdout.write(question);
  stdin.setEncoding("utf8");
  return new Promise((resolve, reject) => {
    let typed = "";
    const stop = () => {
      stdin.off("data", read);
      stdin.setRawMode(false);
      stdin.pause();
      stdout.write("\n");
    };
    const read = (chunk: string) => {
      for (const key of chunk) {
        if (key === ENTER || key === LINE_FEED) {
          stop();
          return resolve(typed);
        }
        if (key === CONTROL_C || key === CONTROL_D) {
          stop();
          return reject(new UnreadablePasswordError("Nothing was changed."));
        }
        typed = key === BACKSPACE || key === DELETE ? typed.slice(0, -1) : typed + key;
      }
    };
    stdin.on("data", read);
    stdin.resume();
  });
}
