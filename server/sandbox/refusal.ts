import type { OutcomeErrorName } from "#lib/gateway/codes/outcome-codes.ts";
import { outcomeErrors, type RequestErrorName, requestErrors } from "#lib/gateway/errors.ts";
import type { FaultKind } from "./control/fault-kinds.ts";

/** A request that is refused as a whole (contract: Errors); answered as `{"error", "errorcode"}`. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly kind: RequestErrorName;
  readonly fields: Record<string, string> | undefined;

  constructor(kind: RequestErrorName, fields?: Record<string, string>) {
    super(requestErrors[kind].text);
    this.kind = kind;
    this.fields = fields;
  }
}

/** A processing outcome `E`: thrown by a command before it has written anything, answered as a transaction. */
export class OutcomeRefusal extends Error {
  override readonly name = "OutcomeRefusal";
  readonly code: number;

  constructor(kind: OutcomeErrorName) {
    super(outcomeErrors[kind].text);
    this.code = outcomeErrors[kind].code;
  }
}

/** The issuer is slow: the work is rolled back, and run again after a wait outside the store. */
export class SlowIssuer extends Error {
  override readonly name = "SlowIssuer";
  readonly seconds: number;

  constructor(seconds: number) {
    super(`The issuer answers after ${seconds} s.`);
    this.seconds = seconds;
  }
}

/** A rule asks for a fault: the work is rolled back, and run again where the fault comes after its commit. */
export class RuleFault extends Error {
  override readonly name = "RuleFault";
  readonly kind: FaultKind;

  constructor(kind: FaultKind) {
    super(`A rule asks for ${kind}.`);
    this.kind = kind;
  }
}

/** A missing or malformed field that the schema cannot detect. */
export function invalidField(path: string, reason: string): Refusal {
  return new Refusal("invalidFields", { [path]: reason });
}
