import { type FormEvent, useState } from "react";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { signOut, unlockDesk } from "#server/actions/session.ts";
import { Mark } from "../navigation/brand.tsx";
import { useAct } from "../use-act.ts";
import { initials } from "./user-block.tsx";

/** Over the page of a locked desk: its user's password opens it as it was left, without card data. */
export function LockedPanel({ opener, onUnlock }: { opener: string; onUnlock: () => void }) {
  const [password, setPassword] = useState("");
  const { act, pending, problem, reasons } = useAct({
    changes: [],
    unanswered: "No answer came. Check the connection, then try again.",
    fields: ["password"],
  });
  const unlock = async (event?: FormEvent) => {
    event?.preventDefault();
    if (pending) return;
    const isOpen = await act(() => unlockDesk({ password }));
    setPassword("");
    if (isOpen) onUnlock();
  };
  return (
    <Panel className="w-full max-w-[26rem] p-6 max-sm:p-4">
      <Mark className="size-7" />
      <div className="mt-4 grid gap-5">
        <div className="flex items-center gap-3">
          <span className="grid size-10 shrink-0 place-items-center rounded-full bg-avatar font-semibold">
            {initials(opener)}
          </span>
          <div className="min-w-0">
            <h1 className="text-20">Desk locked</h1>
            <p className="truncate text-muted">{opener}</p>
          </div>
        </div>
        <p className="text-muted">
          What you typed is kept on this page. Card data was cleared. A payment that was sent goes on.
        </p>
        <SubmitShell
          label="Unlock the desk"
          pending={pending}
          submitError={problem}
          onSubmit={unlock}
          className="grid gap-4"
          footer={
            <Button type="submit" variant="primary" size="l" block kbd="Enter" loading={pending}>
              Unlock
            </Button>
          }
        >
          <Field label="Password" error={reasons.password}>
            {(control) => (
              <Input
                {...control}
                data-autofocus=""
                type="password"
                autoComplete="current-password"
                maxLength={1000}
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </Field>
        </SubmitShell>
        <form action={signOut}>
          <TextButton type="submit">Sign in as someone else</TextButton>
        </form>
      </div>
    </Panel>
  );
}
