"use client";

import { useQuery } from "@tanstack/react-query";
import { todayQuery } from "#lib/queries/today.ts";
import type { TodayPart } from "#lib/today/today.ts";

/** A part of Today, read again every 30 seconds and when the window gets the focus. */
export const useToday = <Part extends TodayPart>(part: Part) => useQuery(todayQuery(part));
