import { useMutation } from "@tanstack/react-query";
import { Button } from "#components/ui/button/button.tsx";
import type { IconName } from "#components/ui/icon/icon.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { useOneAtATime } from "#components/ui/use-one-at-a-time.ts";
import { type ConnectionTest, gatewayCheckText } from "#lib/gateway-check.ts";
import { t } from "#lib/language/t.ts";
import { testConnection } from "#server/actions/settings.ts";

/** Tests the connection to the gateway, and says which part of it doesn't work. */
export function GatewayPanel({ hosts }: { hosts: string }) {
  const once = useOneAtATime();
  const { mutateAsync, data, isPending, isError } = useMutation({
    mutationFn: testConnection,
    networkMode: "always",
  });
  const check = data?.ok ? data.value : undefined;
  return (
    <Panel roomy id="gateway" aria-label={t("Gateway")} className="scroll-mt-20">
      <PanelHead title={t("Gateway")} />
      <PanelSection className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="min-w-0">
            <span className="block font-semibold wrap-anywhere">{hosts}</span>
            <span className="text-13 text-faint">
              {t("API key and PIN are set on the server, and never shown.")}
            </span>
          </span>
          <Button
            icon="repeat"
            loading={isPending}
            onClick={() => void once(() => mutateAsync()).catch(() => undefined)}
          >
            {data || isError ? t("Test again") : t("Test connection")}
          </Button>
        </div>
        {!isPending && check && <CheckNote check={check} />}
        {!isPending && (isError || data?.ok === false) && (
          <Note tone="declined" role="alert">
            {data?.ok === false ? data.problem.message : t("No response from the server. Try again.")}
          </Note>
        )}
        <p className="text-13 text-faint">
          {t(
            "A test sends one read request for each host it has to try, counted in the shared limit. No money moves.",
          )}
        </p>
      </PanelSection>
    </Panel>
  );
}

function CheckNote({ check }: { check: ConnectionTest }) {
  const { title, text } = gatewayCheckText(check);
  const [tone, icon] = appearances[check.kind];
  return (
    <Note tone={tone} icon={icon} role="status">
      <b>{title}.</b> {text}
    </Note>
  );
}

const appearances: Record<ConnectionTest["kind"], ["approved" | "declined" | "warning", IconName]> = {
  works: ["approved", "approved"],
  unknownKey: ["declined", "token"],
  wrongPin: ["declined", "lock"],
  addressNotAllowed: ["warning", "void"],
  unreachable: ["warning", "server"],
  limit: ["warning", "clock"],
  refused: ["declined", "declined"],
};
