/** Why the start failed, in one sentence with what to do. Printed without a stack. */
export class StartError extends Error {
  override readonly name = "StartError";
}
