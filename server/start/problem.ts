/** Why the start failed, in one sentence that says what to do. Printed without a stack. */
export class StartProblem extends Error {
  override readonly name = "StartProblem";
}
