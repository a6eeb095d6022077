/** Places on a money command's way where the crash proof ends the process. */
export type Failpoint =
  | "payments.before-intent"
  | "payments.intent-written"
  | "payments.queued"
  | "payments.reply-parsed"
  | "payments.outcome-stored"
  | "gateway.about-to-send"
  | "gateway.connected"
  | "gateway.reply-started"
  | "gateway.reply-body"
  | "lookup.begins"
  | "lookup.done";

type Armed = { name: Failpoint; attemptId?: string | undefined };

let armed: Armed | undefined;

/** Does nothing unless a test has armed this point: then the process ends as in a power cut. */
export function failpoint(name: Failpoint, attemptId?: string): void {
  if (armed?.name === name && armed.attemptId === attemptId) process.kill(process.pid, "SIGKILL");
}

/** For tests only: throws unless the process was started with TEST_FAILPOINTS=on. With `attemptId`, only that attempt counts. */
export function armFailpoint(point: Armed): void {
  if (process.env.TEST_FAILPOINTS !== "on") throw new Error("Failpoints need TEST_FAILPOINTS=on.");
  armed = point;
}
