import { z } from "zod";
import { ATTEMPT_ID } from "../attempt.ts";
import { cardNumberProblem, holdsCardNumber } from "../card-data/card-detector.ts";

/** The idempotency key that a page makes. It is stored and part of addresses, so it must not hold a card number. */
export const attemptId = z
  .string()
  .regex(ATTEMPT_ID)
  .refine((id) => !holdsCardNumber(id), cardNumberProblem);
