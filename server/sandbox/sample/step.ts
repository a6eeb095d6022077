import type { CommandName } from "#lib/gateway/commands.ts";

/** One command of the sample, at its time. */
export type SampleStep = {
  /** Epoch ms. */
  at: number;
  command: CommandName;
  /** The request without `command`, `trankey`, and what the runner knows: a token and our client's reference. */
  body: Record<string, unknown>;
  /** Place of the clerk in the list; undefined: not taken in the console. */
  clerk: number | undefined;
  /** The step whose transaction it acts on. */
  on?: SampleStep | undefined;
  /** The step that saved the card it pays with. */
  savedBy?: SampleStep | undefined;
  /** The partly approved payment whose rest it collects. */
  completes?: SampleStep | undefined;
  /** The client never got the answer, and found the payment later. */
  answerLost?: boolean | undefined;
};
