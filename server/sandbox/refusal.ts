import type { OutcomeErrorName } from "#lib/gateway/codes/outcome-codes.ts";
import { outcomeErrors, type RequestErrorName, requestErrors } from "#lib/gateway/errors.ts";
import type { FaultKind } from "./control/fault-kinds.ts";

/** A request that is refused as a whole (contract: Errors); answered as `{"error", "errorcode"}`. */
export class RefusalError extends Error {
  override readonly name = "RefusalError";
  readonly kind: RequestErrorName;
  readonly fields: Record<string, string> | undefined;

  constructor(kind: RequestErrorName, fields?: Record<string, string>) {
    super(requestErrors[kind].text);
    this.kind = kind;
    this.fields = fields;
  }
}

/** A processing outcome `E`: thrown by a command before it has written anything, answered as a transaction. */
export class OutcomeRefusalError extends Error {
  override readonly name = "OutcomeRefusalError";
  readonly code: number;

  constructor(kind: OutcomeErrorName) {
    super(outcomeErrors[kind].text);
    this.code = outcomeErrors[kind].code;
  }
}

/** The issuer is slow: the work is rolled back, and run again after a wait outside the store. */
export class SlowIssuerError extends Error {
  override readonly name = "SlowIssuerError";
  readonly seconds: number;

  constructor(seconds: number) {
    super(`The issuer answers after ${seconds} s.`);
    this.seconds = seconds;
  }
}

/** A rule asks for a fault: the work is rolled back, and run again where the fault comes after its commit. */
export class RuleFaultError extends Error {
  override readonly name = "RuleFaultError";
  readonly kind: FaultKind;

  constructor(kind: FaultKind) {
    super(`A rule asks for ${kind}.`);
    this.kind = kind;
  }
}

/** A missing or malformed field that the schema cannot detect. */
export function invalidField(path: string, reason: string): RefusalError {
  return new RefusalError("invalidFields", { [path]: reason });
}
