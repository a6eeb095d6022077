"use client";

import { dialogOnDemand } from "#components/ui/on-demand.tsx";

/** The question where a receipt goes, which brings a form with it. */
export const EmailDialog = dialogOnDemand(() =>
  import("./email-dialog.tsx").then((module) => module.EmailDialog),
);
