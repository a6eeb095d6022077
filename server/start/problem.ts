/** Why a start cannot go on, in one sentence that says what to do. Printed as it is, without a stack. */
export class StartProblem extends Error {
  override readonly name = "StartProblem";
}
