"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { BulkFile, Preparation } from "#lib/bulk/file/bulk-file.ts";
import { t, text } from "#lib/language/t.ts";
import { bulkFileQuery } from "#lib/queries/bulk.ts";
import { bulkKeys } from "#lib/queries/keys.ts";
import { type Refusal, type Result, refuse } from "#lib/result.ts";
import { approveBulk, cancelBulk, prepareBulk } from "#server/actions/bulk.ts";
import type { WorkerClient } from "../validate/worker/worker-client.ts";
import type { ChangedFile } from "../validate/worker/worker-messages.ts";
import { type ApprovalState, readAgainMs, showsProblem, toKnown } from "./approval-state.ts";

type Problem = Refusal | ChangedFile;

/** Prepares, submits and sends one validated file. Nothing is retried automatically. */
export function useBulkApproval({ worker, mayApprove }: { worker: WorkerClient; mayApprove: boolean }) {
  const [asked, setState] = useState<ApprovalState>({ kind: "none" });
  const [problem, setProblem] = useState<Problem>();
  const [turn, setTurn] = useState(0);
  /** Sent automatically once approved: the user asked for it by preparing. */
  const isAsked = useRef(false);
  const queries = useQueryClient();
  const { state, file } = useRecord(asked);
  const keep = (next: BulkFile) => {
    queries.setQueryData(bulkFileQuery(next.id).queryKey, next);
    setState({ kind: "record", id: next.id });
    void queries.invalidateQueries({ queryKey: bulkKeys.chosen });
  };

  const sendFile = useSending(worker, { keep, setState, setProblem });
  const send = (fileId: string, confirmed: readonly string[] = []) => {
    isAsked.current = false;
    return sendFile(fileId, confirmed);
  };

  const act = async (run: () => Promise<void>) => {
    setProblem(undefined);
    try {
      await run();
    } catch {
      setProblem(refuse(t("No response from the server. Nothing was sent. Try again.")).problem);
      setState((now) => (now.kind === "preparing" ? { kind: "none" } : now));
    }
  };

  const onApproved = useEffectEvent((fileId: string) => {
    if (isAsked.current && state.kind === "record") void send(fileId);
  });
  useEffect(() => {
    if (file?.state === "approved") onApproved(file.id);
    if (!showsProblem(file)) setProblem(undefined);
  }, [file]);

  const approve = async (prepared: BulkFile) => {
    if (prepared.secondReason || !mayApprove) return keep(prepared);
    const approved = await approveBulk({ id: prepared.id });
    if (!approved.ok) {
      setProblem(approved.problem);
      return keep(prepared);
    }
    queries.setQueryData(bulkFileQuery(prepared.id).queryKey, approved.value);
    await send(prepared.id);
  };

  /** On a problem it is undefined and the problem is shown. */
  const prepare = async (checked: Omit<Preparation, "approval">): Promise<BulkFile | undefined> => {
    setState({ kind: "preparing" });
    isAsked.current = true;
    const prepared = await prepareFile(worker, checked);
    if (prepared.ok) return prepared.value;
    setProblem(toReason(prepared.problem));
    setState({ kind: "none" });
    return undefined;
  };

  return {
    state,
    /** Another one after each file that came to nothing: the next preparation is not that one again. */
    turn,
    file,
    problem: showsProblem(file) ? problem : undefined,
    /**
     * Submits the file, and sends it as far as this person may. Under the id of a file that was submitted before it goes
     * on with that one, which the server refuses unless rows and fixes are the same.
     */
    start: (checked: Omit<Preparation, "approval">) =>
      act(async () => {
        const prepared = await prepare(checked);
        if (prepared?.state === "waiting") await approve(prepared);
        else if (prepared) await send(prepared.id);
      }),
    /** `confirmed` are counter payments that the person has seen and lets pass. */
    sendAgain: (fileId: string, confirmed?: readonly string[]) => act(() => send(fileId, confirmed)),
    withdraw: (fileId: string) =>
      act(async () => {
        isAsked.current = false;
        const cancelled = await cancelBulk({ id: fileId });
        if (cancelled.ok) return keep(cancelled.value);
        setProblem(cancelled.problem);
        await queries.invalidateQueries({ queryKey: bulkFileQuery(fileId).queryKey });
      }),
    /** Back to the rows, after a file was withdrawn or refused. */
    reset: () => {
      setProblem(undefined);
      setTurn((now) => now + 1);
      setState({ kind: "none" });
    },
  };
}

/** What is known of the file: its record in the console counts once it was read after a sending that broke off. */
function useRecord(asked: ApprovalState) {
  const id = "id" in asked ? asked.id : undefined;
  const { data, dataUpdatedAt } = useQuery({
    ...bulkFileQuery(id ?? ""),
    enabled: id !== undefined,
    refetchInterval: (query) => readAgainMs(toKnown(asked, query.state.dataUpdatedAt), query.state.data),
  });
  const state = toKnown(asked, dataUpdatedAt);
  return { state, file: id === undefined || state.kind === "asking" ? undefined : data };
}

/** Sends an approved file, once. */
function useSending(
  worker: WorkerClient,
  {
    keep,
    setState,
    setProblem,
  }: {
    keep: (file: BulkFile) => void;
    setState: (state: ApprovalState) => void;
    setProblem: (problem: Problem | undefined) => void;
  },
) {
  const queries = useQueryClient();
  /** After a sending broke off: no reading from before counts, nor one that is under way. */
  const askAgain = async (fileId: string) => {
    const { queryKey } = bulkFileQuery(fileId);
    await queries.cancelQueries({ queryKey });
    setState({ kind: "asking", id: fileId, brokeAt: Date.now() });
    await queries.invalidateQueries({ queryKey });
  };

  return async (fileId: string, confirmed: readonly string[]) => {
    setProblem(undefined);
    setState({ kind: "sending", id: fileId, sent: 0 });
    const answer = await worker
      .ask("send", [fileId, confirmed], (sent) => setState({ kind: "sending", id: fileId, sent }))
      .catch((error: unknown) => {
        if (error instanceof Error) setProblem(refuse(error.message).problem);
        return undefined;
      });
    if (answer && !answer.ok) setProblem(answer.problem);
    if (answer?.ok) keep(answer.value);
    else if (!answer || (answer.problem.kind === "changedFile" && answer.problem.mayHaveLeft))
      await askAgain(fileId);
    else {
      setState({ kind: "record", id: fileId });
      await queries.invalidateQueries({ queryKey: bulkFileQuery(fileId).queryKey });
    }
    await queries.invalidateQueries({ queryKey: bulkKeys.files });
  };
}

/** What is approved is read from the file as it is now, with its fixes. */
async function prepareFile(
  worker: WorkerClient,
  checked: Omit<Preparation, "approval">,
): Promise<Result<BulkFile>> {
  const approval = await worker
    .ask("approval", [checked.plan])
    .catch((error: unknown) => (error instanceof Error ? error.message : undefined));
  return typeof approval === "object"
    ? await prepareBulk({ ...checked, approval })
    : refuse(approval ?? t(unread));
}

const unread = text("The file could not be read. Choose it again.");

/** The form of a file has no fields: a refusal is shown with its first reason alone. */
const toReason = ({ message, fields = {} }: Refusal): Refusal =>
  refuse(Object.values(fields)[0] ?? message).problem;
