import {
  type OutcomeErrorName,
  outcomeErrors,
  type RequestErrorName,
  requestErrors,
} from "#lib/gateway/errors.ts";

/** A request that is refused as a whole (contract: Errors): thrown anywhere, answered as `{"error", "errorcode"}`. */
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

/** The issuer takes its time: the work is undone, waited for outside the store, and run again. */
export class SlowIssuer extends Error {
  override readonly name = "SlowIssuer";
  readonly seconds: number;

  constructor(seconds: number) {
    super(`The issuer answers after ${seconds} s.`);
    this.seconds = seconds;
  }
}

/** A field that is missing or of the wrong form, found after the schema has passed. */
export function invalidField(path: string, reason: string): Refusal {
  return new Refusal("invalidFields", { [path]: reason });
}
