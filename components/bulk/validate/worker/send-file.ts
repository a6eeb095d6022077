import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { paths } from "#lib/paths.ts";
import type { Refusal, Result } from "#lib/result.ts";
import { withPageUser } from "#lib/session/page-user.ts";
import { type ChangedFile, changedFile } from "./worker-messages.ts";

type Sending = {
  id: string;
  edits: string;
  /** Counter payments that the sender has seen and lets pass. */
  confirmed: readonly string[];
  file: File;
  user: string | undefined;
};

/**
 * Sends an approved file: how its rows were fixed, then the file as it lies on the disk. Undefined when no answer came
 * back: what became of it is in the console's own record.
 */
export async function sendFile(
  sending: Sending,
  onProgress: (sent: number) => void,
  upload = uploadFile,
): Promise<Result<BulkFile, Refusal | ChangedFile> | undefined> {
  if (await isChanged(sending.file)) return toChanged({ mayHaveLeft: false });
  const answer = await upload(sending, onProgress);
  return !answer && (await isChanged(sending.file)) ? toChanged({ mayHaveLeft: true }) : answer;
}

const toChanged = (left: Pick<ChangedFile, "mayHaveLeft">): Result<never, ChangedFile> => ({
  ok: false,
  problem: { kind: "changedFile", message: changedFile, ...left },
});

/** A browser reads nothing more of a chosen file that was changed, moved or deleted. */
async function isChanged(file: File): Promise<boolean> {
  return await file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => false,
      () => true,
    );
}

function uploadFile(
  { id, edits, confirmed, file, user }: Sending,
  onProgress: (sent: number) => void,
): Promise<Result<BulkFile> | undefined> {
  const form = new FormData();
  form.append("edits", edits);
  form.append("confirmed", confirmed.join(" "));
  form.append("file", file);
  form.append("end", " ".repeat(endLength));
  return new Promise((resolve) => {
    // A fetch does not report the progress of an upload.
    const request = new XMLHttpRequest();
    request.open("POST", paths.api.bulkSend(id));
    for (const [name, value] of withPageUser(undefined, user)) request.setRequestHeader(name, value);
    request.responseType = "json";
    request.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, file.size));
    request.onload = () => resolve(toResult(request.status, request.response));
    request.onerror = () => resolve(undefined);
    request.onabort = () => resolve(undefined);
    request.send(form);
  });
}

/** The server's HTTP parser keeps the 64 KiB that it read last: they are to be these, and none of the file. */
const endLength = 256 * 1024;

/** The route answers with a result; what stops a request before it answers with the refusal alone. */
function toResult(status: number, body: unknown): Result<BulkFile> | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  if ("ok" in body) return body as Result<BulkFile>; // our own route
  if (status >= 400 && status < 500 && "message" in body && typeof body.message === "string")
    return { ok: false, problem: { kind: "refused", message: body.message } };
  return undefined;
}
