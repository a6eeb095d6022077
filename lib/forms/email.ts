import { cardNumberProblem, holdsCardNumber } from "../card-data/card-detector.ts";
import { addressProblem } from "./email-address.ts";

/** Why a text isn't an email address for a receipt; undefined when it is one. */
export const emailProblem = (text: string): string | undefined =>
  addressProblem(text) ?? (holdsCardNumber(text) ? cardNumberProblem : undefined);
