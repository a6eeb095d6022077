/** The meaning of a color. The accent is for actions and selection, never for a state. */
export type Tone = "approved" | "declined" | "warning" | "unknown" | "neutral" | "accent";

export const toneText = {
  approved: "text-approved",
  declined: "text-declined",
  warning: "text-warning",
  unknown: "text-unknown",
  neutral: "text-faint",
  accent: "text-accent",
} as const satisfies Record<Tone, string>;

export const toneGround = {
  approved: "bg-approved-soft text-approved",
  declined: "bg-declined-soft text-declined",
  warning: "bg-warning-soft text-warning",
  unknown: "bg-unknown-soft text-unknown",
  neutral: "bg-hover text-muted",
  accent: "bg-accent-soft text-accent",
} as const satisfies Record<Tone, string>;

export const toneFill = {
  approved: "fill-approved",
  declined: "fill-declined",
  warning: "fill-warning",
  unknown: "fill-unknown",
  neutral: "fill-compare",
  accent: "fill-accent-fill",
} as const satisfies Record<Tone, string>;
