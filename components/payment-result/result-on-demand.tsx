"use client";

import { useEffect } from "react";
import { noteKeysUntil } from "#components/layout/shortcuts/hotkey-store.ts";
import { onDemand } from "#components/ui/on-demand.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { t } from "#lib/language/t.ts";
import type { ResultProps } from "./result-props.ts";

const Loading = () => <Spinner>{t("Loading the result")}</Spinner>;
const Result = onDemand<ResultProps>(
  () => import("./attempt-result.tsx").then(({ AttemptResult }) => AttemptResult),
  <Loading />,
);

/** A result on a page that begins without one. Its keys count from the moment it is shown. */
export const ResultOnDemand = Object.assign(ResultWithKeys, { preload: Result.preload });

function ResultWithKeys(props: ResultProps) {
  useEffect(() => noteKeysUntil(Result.preload()), []);
  return <Result {...props} />;
}
