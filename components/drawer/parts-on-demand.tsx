"use client";

import { onDemand } from "#components/ui/on-demand.tsx";

/** The parts of the drawer's pages that one state of a shift needs: each is loaded when that state is shown. */

export const OpenPanel = onDemand(() => import("./open-panel.tsx").then((module) => module.OpenPanel));

export const MovementPanel = onDemand(() =>
  import("./movement-panel.tsx").then((module) => module.MovementPanel),
);

export const CountForm = onDemand(() => import("./count-form.tsx").then((module) => module.CountForm));

export const ComparePanel = onDemand(() =>
  import("./compare-panel.tsx").then((module) => module.ComparePanel),
);

export const ReportPanel = onDemand(() => import("./report-panel.tsx").then((module) => module.ReportPanel));
