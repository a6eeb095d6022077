import { z } from "zod";
import type { Proof } from "#lib/session/passkey.ts";
import { Assertion } from "./passkeys/responses.ts";

/** What proves that it is still the signed-in user. */
export const proof = z.union(
  [z.string().min(1).max(1024), Assertion],
  "Enter your password.",
) satisfies z.ZodType<Proof>;
