"use client";

import { onDemand } from "#components/ui/on-demand.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import type { ResultProps } from "./result-props.ts";

/** A result on a page that begins without one. */
export const ResultOnDemand = onDemand<ResultProps>(
  () => import("./attempt-result.tsx").then(({ AttemptResult }) => AttemptResult),
  <Spinner>Loading the result</Spinner>,
);
