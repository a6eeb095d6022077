"use client";

import { dialogOnDemand } from "#components/ui/on-demand.tsx";

/** The email dialog, loaded on demand since it needs the form library. */
export const EmailDialog = dialogOnDemand(() =>
  import("./email-dialog.tsx").then((module) => module.EmailDialog),
);
