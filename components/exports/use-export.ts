"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { paths } from "#lib/paths.ts";
import { exportRecordQuery } from "#lib/queries/exports.ts";
import { newRandomId } from "#lib/random-id.ts";

/** Starts the browser's download of an export and follows its record. */
export function useExport() {
  const [id, setId] = useState<string>();
  const [isLate, setIsLate] = useState(false);
  const { data: record } = useQuery({ ...exportRecordQuery(id ?? ""), enabled: id !== undefined && !isLate });
  const hasBegun = Boolean(record);
  useEffect(() => {
    if (id === undefined || hasBegun) return;
    const timer = setTimeout(() => setIsLate(true), longestStartMs);
    return () => clearTimeout(timer);
  }, [id, hasBegun]);
  const start = (query: string) => {
    const next = newRandomId();
    setId(next);
    setIsLate(false);
    const link = document.createElement("a");
    link.href = paths.api.exportFile(`${query}&id=${next}`);
    link.download = "";
    link.click();
  };
  return { id, record, start, isGone: isLate && !hasBegun };
}

/** A download that has no record by then was refused. */
const longestStartMs = 15_000;
