import type { QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { t } from "#lib/language/t.ts";
import type { Result } from "#lib/result.ts";
import type { Proof } from "#lib/session/passkey.ts";
import { useAct } from "../use-act.ts";
import { ProofDialog, type ProofDialogProps } from "./proof-dialog.tsx";

/**
 * Asks for the user's own password or passkey before a sensitive act. `send` takes it to the console, `onDone` follows once it was
 * done. `changes` is what is read again then; `fields` are those of the act that `children` ask, with what is wrong of each.
 */
export function PasswordDialog<Name extends string = never>({
  changes = nothing,
  unanswered = t("No response from the server. The change may have been made: close this and check."),
  fields = [],
  send,
  onDone,
  children,
  ...dialog
}: ProofDialogProps & {
  changes?: QueryKey;
  unanswered?: string;
  fields?: readonly Name[];
  send: (proof: Proof) => Promise<Result<unknown>>;
  onDone: () => void;
  children?: ReactNode | ((reasons: Partial<Record<Name, string>>) => ReactNode);
}) {
  const { act, pending, problem, reasons } = useAct<Name | "password">({
    changes,
    unanswered,
    fields: [...fields, "password"],
  });
  return (
    <ProofDialog
      {...dialog}
      pending={pending}
      problem={problem}
      reason={reasons.password}
      onProof={async (proof) => {
        if (await act(() => send(proof))) onDone();
      }}
    >
      {typeof children === "function" ? children(reasons) : children}
    </ProofDialog>
  );
}

const nothing: QueryKey = [];
