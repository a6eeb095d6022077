import { useEffect, useEffectEvent, useState } from "react";
import { askPasskey, supportsPasskeys } from "#components/form/passkeys.ts";
import { Button } from "#components/ui/button/button.tsx";
import { beginPasskeySignIn } from "#server/actions/passkeys.ts";
import { leaveFor } from "./leave-for.ts";
import { type SignInFailure, sendPasskey } from "./send-sign-in.ts";

/**
 * Signs in with a passkey alone: by its button, or where the browser offers one in the list under the email (`offers`). Nothing
 * where the browser knows none.
 */
export function PasskeySignIn({
  next,
  offers = false,
  isSecondStep = false,
  label,
  onFailure,
}: {
  next: string;
  offers?: boolean;
  /** After a right password: only a passkey of that user. */
  isSecondStep?: boolean;
  label: string;
  onFailure: (failure: SignInFailure | undefined) => void;
}) {
  const [pending, setPending] = useState(false);
  const [offered, setOffered] = useState(0);
  const send = async (response: unknown) => {
    const failed = await sendPasskey(response);
    if (!failed) return leaveFor(next);
    onFailure(failed);
  };
  const onOffered = useEffectEvent(async (response: unknown) => {
    await send(response);
    setOffered(offered + 1);
  });
  // The browser's dialog takes the place of its list.
  const isOffering = offers && !pending;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an offer that was taken is followed by the next
  useEffect(() => {
    if (isOffering && supportsPasskeys()) return offerInList((response) => onOffered(response));
  }, [isOffering, offered]);

  const ask = async () => {
    setPending(true);
    onFailure(undefined);
    const asked = await askPasskey(() => beginPasskeySignIn({ isSecondStep }));
    if (asked.ok) await send(asked.value);
    else onFailure({ kind: "refused", message: asked.problem.message });
    setPending(false);
  };
  if (!supportsPasskeys()) return null;
  return (
    <Button
      block
      size="l"
      icon="key"
      variant={isSecondStep ? "primary" : "default"}
      loading={pending}
      onClick={() => void ask()}
    >
      {label}
    </Button>
  );
}

/** A challenge is good for five minutes; the page may stay open for longer. */
const renewMs = 4 * 60_000;

/** Has the browser offer passkeys under the email, with a fresh challenge from time to time. Returns the function that stops it. */
function offerInList(onAnswer: (response: unknown) => Promise<void>): () => void {
  let isOver = false;
  const offer = async () => {
    const { browserSupportsWebAuthnAutofill, startAuthentication } = await import("@simplewebauthn/browser");
    if (isOver || !(await browserSupportsWebAuthnAutofill())) return;
    const options = await beginPasskeySignIn({ isSecondStep: false });
    if (isOver || !options.ok) return;
    const { authenticatorAttachment: _, ...answer } = await startAuthentication({
      optionsJSON: options.value,
      useBrowserAutofill: true,
    });
    if (!isOver) await onAnswer({ ...answer, clientExtensionResults: {} });
  };
  // A user who closes the list types a password instead.
  const begin = () => void offer().catch(() => undefined);
  begin();
  const timer = setInterval(begin, renewMs);
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}
