import type { FollowUpCommand } from "#lib/forms/follow-up.ts";

/** The choice that opens a field for the person's own words. */
export const otherReason = "other";

const undoing = ["Customer changed their mind", "Wrong amount", "Charged twice"] as const;

const presets: Partial<Record<FollowUpCommand, readonly string[]>> = {
  void: undoing,
  "cc:void:release": undoing,
  refund: ["Goods returned", "Not delivered", ...undoing],
  quickrefund: ["Goods returned", "Not delivered", "Goodwill", ...undoing],
};

/** The reasons to choose from; the first is none, and `otherReason` is the last. */
export function reasonOptions(command: FollowUpCommand, rule: "optional" | "required") {
  return [
    { value: "", label: rule === "required" ? "Choose a reason" : "No reason given" },
    ...(presets[command] ?? []).map((text) => ({ value: text, label: text })),
    { value: otherReason, label: "Other" },
  ];
}
