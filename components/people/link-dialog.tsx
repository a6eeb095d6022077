import { useRef } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { toastDone, toastFailure } from "#components/ui/overlay/toast.ts";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { formatMoment } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { momentIn } from "#lib/time.ts";
import type { InvitationLink } from "#server/actions/people.ts";

/** The link of an invitation, this once. */
export function LinkDialog({
  name,
  made: { link, email, expiresAt, isMailed },
  onClose,
}: {
  name: string;
  made: InvitationLink;
  onClose: () => void;
}) {
  const { timeZone } = useMerchant();
  const copyButton = useRef<HTMLButtonElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toastDone(t("Link copied"));
    } catch {
      toastFailure(t("The browser did not allow copying. Select the link and copy it."));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("Send this link to {name}", { name })}
      description={t("Works once, until {moment}.", { moment: formatMoment(momentIn(timeZone, expiresAt)) })}
      initialFocus={copyButton}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t("Done")}
        </Button>
      }
    >
      <Field
        label={t("One-time link")}
        help={t("We can't show it again. If it is lost, make a new one and this one stops working.")}
      >
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              readOnly
              data-card-numbers=""
              value={link}
              onFocus={(event) => event.target.select()}
              className="font-mono text-13"
            />
            <Button ref={copyButton} icon="copy" onClick={() => void copy()}>
              {t("Copy")}
            </Button>
          </div>
        )}
      </Field>
      <Note>
        {isMailed === true && t("It was mailed to {email}.", { email })}
        {isMailed === false &&
          t("It could not be mailed to {email}: send it yourself, so that only {name} reads it.", {
            email,
            name,
          })}
        {isMailed === null && t("Send it to {email} in a way that only {name} reads.", { email, name })}{" "}
        {tx(
          "{name} is listed as {status} until the link is used. The link only opens the page where a password is chosen.",
          { name, status: <b>{t("Invited")}</b> },
        )}
      </Note>
    </Dialog>
  );
}
