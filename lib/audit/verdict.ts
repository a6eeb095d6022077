import { z } from "zod";

/** What the last verification of the log found. */
export const shownVerdict = z.object({
  /** Epoch ms. */
  at: z.number(),
  by: z.string(),
  events: z.number(),
  /** False when the time ended first. */
  isWhole: z.boolean(),
  /** "position:hash" of the newest event that was checked. */
  head: z.string().optional(),
  /** Up to which event the reports of signed days agree. */
  anchoredTo: z.number(),
  faults: z.number(),
  /** The first ones. */
  shown: z.array(z.object({ at: z.string(), message: z.string() })),
});
export type ShownVerdict = z.output<typeof shownVerdict>;
