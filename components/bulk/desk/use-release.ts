"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { BulkFile, BulkFileState, Preparation } from "#lib/bulk/bulk-file.ts";
import { bulkFileQuery, bulkKeys } from "#lib/queries/bulk.ts";
import { cancelBulk, prepareBulk, releaseBulk } from "#server/actions/bulk.ts";
import type { WorkerDesk } from "./check/worker-desk.ts";

/** How far a checked file is on its way to the gateway. `file` is the console's record of it. */
export type ReleaseState =
  | { kind: "none" }
  | { kind: "preparing" }
  /** The record says how it stands; it is asked again until it cannot change any more. */
  | { kind: "record"; id: string }
  | { kind: "sending"; id: string; sent: number };

/** The states in which something may still change without this page doing it. */
const moving: readonly BulkFileState[] = ["waiting", "sending", "unknown"];

/** Prepares, releases and sends one checked file. Nothing is sent twice by itself. */
export function useRelease({ desk, mayRelease }: { desk: WorkerDesk; mayRelease: boolean }) {
  const [state, setState] = useState<ReleaseState>({ kind: "none" });
  const [problem, setProblem] = useState<string>();
  const [turn, setTurn] = useState(0);
  /** Sent by itself once released: the person has asked for it by preparing. */
  const isAsked = useRef(false);
  const queries = useQueryClient();
  const id = "id" in state ? state.id : undefined;
  const { data: file } = useQuery({
    ...bulkFileQuery(id ?? ""),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) => (!data || moving.includes(data.state) ? 3000 : false),
  });
  const keep = (next: BulkFile) => {
    queries.setQueryData(bulkFileQuery(next.id).queryKey, next);
    setState({ kind: "record", id: next.id });
    void queries.invalidateQueries({ queryKey: [...bulkKeys, "chosen"] });
  };

  const send = async (fileId: string) => {
    isAsked.current = false;
    setProblem(undefined);
    setState({ kind: "sending", id: fileId, sent: 0 });
    const answer = await desk
      .ask("send", [fileId], (sent) => setState({ kind: "sending", id: fileId, sent }))
      .catch(() => undefined);
    if (answer?.ok) keep(answer.value);
    else {
      if (answer) setProblem(answer.problem.message);
      setState({ kind: "record", id: fileId });
      await queries.invalidateQueries({ queryKey: bulkFileQuery(fileId).queryKey });
    }
    await queries.invalidateQueries({ queryKey: [...bulkKeys, "files"] });
  };

  const act = async (run: () => Promise<void>) => {
    setProblem(undefined);
    try {
      await run();
    } catch {
      setProblem("The console did not answer. Nothing was sent; please try again.");
      setState((now) => (now.kind === "preparing" ? { kind: "none" } : now));
    }
  };

  const onReleased = useEffectEvent((fileId: string) => {
    if (isAsked.current && state.kind === "record") void send(fileId);
  });
  useEffect(() => {
    if (file?.state === "released") onReleased(file.id);
  }, [file]);

  const release = async (prepared: BulkFile) => {
    if (prepared.needsSecond || !mayRelease) return keep(prepared);
    const released = await releaseBulk({ id: prepared.id });
    if (!released.ok) {
      setProblem(released.problem.message);
      return keep(prepared);
    }
    queries.setQueryData(bulkFileQuery(prepared.id).queryKey, released.value);
    await send(prepared.id);
  };

  return {
    state,
    /** Another one after each file that came to nothing: the next preparation is not that one again. */
    turn,
    file: id === undefined ? undefined : file,
    problem,
    /** Hands the file over, and sends it as far as this person may. */
    start: (preparation: Preparation) =>
      act(async () => {
        setState({ kind: "preparing" });
        isAsked.current = true;
        const prepared = await prepareBulk(preparation);
        if (prepared.ok) return release(prepared.value);
        setProblem(toReason(prepared.problem));
        setState({ kind: "none" });
      }),
    /** Goes on with a file that was prepared before from the very same bytes. */
    takeUp: (open: BulkFile) =>
      act(async () => {
        isAsked.current = true;
        if (open.state === "waiting") return release(open);
        await send(open.id);
      }),
    sendAgain: (fileId: string) => act(() => send(fileId)),
    takeBack: (fileId: string) =>
      act(async () => {
        isAsked.current = false;
        const cancelled = await cancelBulk({ id: fileId });
        if (cancelled.ok) keep(cancelled.value);
        else setProblem(cancelled.problem.message);
      }),
    /** Back to the lines, after a file was taken back or refused. */
    reset: () => {
      setProblem(undefined);
      setTurn((now) => now + 1);
      setState({ kind: "none" });
    },
  };
}

const toReason = ({ message, fields }: { message: string; fields?: Record<string, string> }) =>
  Object.values(fields ?? {})[0] ?? message;
