import { t } from "#lib/language/t.ts";
import "#components/form/zod-without-eval.ts";
import { UnreadableFileError } from "#lib/bulk/file/record-reader.ts";
import { setMerchantLocale } from "#lib/format/locale.ts";
import { paths } from "#lib/paths.ts";
import { withPageUser } from "#lib/session/page-user.ts";
import type { SentBefore } from "./repeated-rows.ts";
import { sendFile } from "./send-file.ts";
import { ValidationModel } from "./validation.ts";
import type { WorkerAnswer, WorkerCall } from "./worker-client.ts";
import { FileError } from "./worker-messages.ts";

/** The worker that holds a chosen file: a thin shell around ValidationModel. Its memory goes when the page ends it. */

type Held = { model: ValidationModel; file: File };
let held: Held | undefined;

/** The user of the page this worker works for: its requests carry them as the page's own do. */
let user: string | undefined;

type Sent = WorkerCall & { call: number; user?: string; locale: string };

addEventListener("message", ({ data }: MessageEvent<Sent>) => {
  user = data.user;
  setMerchantLocale(data.locale);
  void answer(data.call, data);
});

async function answer(call: number, asked: WorkerCall) {
  const say = (message: WorkerAnswer) => postMessage({ call, ...message });
  try {
    say({ kind: "value", value: await run(asked, (progress) => say({ kind: "progress", progress })) });
  } catch (error) {
    say({ kind: "problem", message: problemMessage(error) });
  }
}

async function run(asked: WorkerCall, onProgress: (progress: unknown) => void): Promise<unknown> {
  if (asked.act === "open") {
    const [file, chosen, currentMonth] = asked.args;
    held = { file, model: new ValidationModel(file, { currentMonth, sentBefore }) };
    return held.model.open(chosen);
  }
  if (!held) throw new Error("no file was opened");
  const { model } = held;
  switch (asked.act) {
    case "check":
      return model.check(asked.args[0], onProgress);
    case "send":
      return send(held, asked.args, onProgress);
    case "approval":
      return model.toApproval(asked.args[0]);
    case "summary":
      return model.summary();
    case "list":
      return model.list(...asked.args);
    case "cellsToFix":
      return model.cellsToFix(...asked.args);
    case "fix":
      return model.fix(...asked.args);
    case "decide":
      return model.decide(...asked.args);
    case "sendRepeated":
      return model.sendRepeated(...asked.args);
    case "faults":
      return model.faults(...asked.args);
  }
}

async function send(
  { model, file }: Held,
  [id, confirmed]: [id: string, confirmed: readonly string[]],
  onProgress: (sent: number) => void,
) {
  const answer = await sendFile({ id, edits: model.edits(), confirmed, file, user }, onProgress);
  if (answer?.ok && answer.value.state === "sent") model.forget();
  return answer;
}

const sentBefore: SentBefore = {
  known: (digests) =>
    askConsole(paths.api.bulkKnown(), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ digests }),
    }),
};

async function askConsole<Value>(path: string, init: RequestInit): Promise<Value> {
  const response = await fetch(path, { ...init, headers: withPageUser(init.headers, user) }).catch(
    () => undefined,
  );
  if (response?.ok) return response.json();
  if (response?.status === 401)
    throw new FileError(t("You are signed out. Sign in again and choose the file."));
  throw new FileError(
    t("The console could not check for rows sent before. Check the network and try again."),
  );
}

/** Problems the user can act on are shown as they are; anything else may quote the file and isn't shown. */
function problemMessage(error: unknown): string {
  if (error instanceof FileError || error instanceof UnreadableFileError) return error.message;
  if (error instanceof DOMException && (error.name === "NotReadableError" || error.name === "NotFoundError"))
    return t("The file was changed or removed while it was being read. Choose it again.");
  return t("The file could not be read. Choose it again.");
}
