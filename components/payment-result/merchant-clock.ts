import { momentIn } from "#lib/time.ts";

/** Epoch ms as the merchant's clock shows it: "2026-11-20 14:46:31", the form the gateway's own times have. */
export const merchantClock = momentIn;

/** Seconds from one moment of the merchant's clock to another. An hour off across a change of summer time. */
export function secondsBetween(from: string, to: string): number {
  return (readMoment(to) - readMoment(from)) / 1000;
}

const readMoment = (moment: string) => Date.parse(`${moment.slice(0, 19).replace(" ", "T")}Z`);
