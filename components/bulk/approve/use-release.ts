"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { BulkFile, BulkFileState, Preparation } from "#lib/bulk/bulk-file.ts";
import { bulkFileQuery, bulkKeys } from "#lib/queries/bulk.ts";
import { refuse } from "#lib/result.ts";
import { cancelBulk, prepareBulk, releaseBulk } from "#server/actions/bulk.ts";
import type { WorkerClient } from "../validate/worker/worker-client.ts";

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
export function useRelease({ desk, mayRelease }: { desk: WorkerClient; mayRelease: boolean }) {
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

  const send = async (fileId: string, confirmed: readonly string[] = []) => {
    isAsked.current = false;
    setProblem(undefined);
    setState({ kind: "sending", id: fileId, sent: 0 });
    const answer = await desk
      .ask("send", [fileId, confirmed], (sent) => setState({ kind: "sending", id: fileId, sent }))
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
    if (prepared.secondReason || !mayRelease) return keep(prepared);
    const released = await releaseBulk({ id: prepared.id });
    if (!released.ok) {
      setProblem(released.problem.message);
      return keep(prepared);
    }
    queries.setQueryData(bulkFileQuery(prepared.id).queryKey, released.value);
    await send(prepared.id);
  };

  /** What is approved is read from the file as it is now, with its fixes. A problem is shown, and there is none then. */
  const prepare = async (checked: Omit<Preparation, "approval">): Promise<BulkFile | undefined> => {
    setState({ kind: "preparing" });
    isAsked.current = true;
    const approval = await desk
      .ask("approval", [checked.plan])
      .catch((error: unknown) => (error instanceof Error ? error.message : undefined));
    const prepared =
      typeof approval === "object" ? await prepareBulk({ ...checked, approval }) : refuse(approval ?? unread);
    if (prepared.ok) return prepared.value;
    setProblem(toReason(prepared.problem));
    setState({ kind: "none" });
    return undefined;
  };

  return {
    state,
    /** Another one after each file that came to nothing: the next preparation is not that one again. */
    turn,
    file: id === undefined ? undefined : file,
    problem,
    /**
     * Submits the file, and sends it as far as this person may. Under the id of a file that was submitted before it goes
     * on with that one, which the server refuses unless rows and fixes are the same.
     */
    start: (checked: Omit<Preparation, "approval">) =>
      act(async () => {
        const prepared = await prepare(checked);
        if (prepared?.state === "waiting") await release(prepared);
        else if (prepared) await send(prepared.id);
      }),
    /** `confirmed` are counter payments that the person has seen and lets pass. */
    sendAgain: (fileId: string, confirmed?: readonly string[]) => act(() => send(fileId, confirmed)),
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

const unread = "The file could not be read. Choose it again.";

const toReason = ({ message, fields }: { message: string; fields?: Record<string, string> }) =>
  Object.values(fields ?? {})[0] ?? message;
