import { useEffect, useEffectEvent, useState } from "react";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { askToLock, leftUntilLock } from "#lib/session/workstation-lock.ts";

/** Kept for all tabs of this browser: a workstation is in use while one of them is. */
const key = "workstation-used-at";
const acts = ["pointerdown", "keydown", "wheel", "touchstart"] as const;
const noteEveryMs = 5000;
/** The console locks the session too, so it has to know: use is reported this late at most. */
const reportEveryMs = 30_000;

/** Locks the workstation after `minutes` without a key or click, and says so before. Any key or click keeps it open. */
export function IdleLock({ minutes }: { minutes: number }) {
  const left = useSecondsLeft(minutes);
  if (left === undefined) return null;
  return (
    <div className="fixed right-4 bottom-4 left-4 z-20 sm:left-auto print:hidden">
      <Note tone="warning" icon="lock" role="status">
        {tx("{title} This workstation locks in {time}{spoken}. Any key or click keeps it open.", {
          title: <b>{t("Still there?")}</b>,
          // Not spoken again each second.
          time: <span aria-hidden="true">0:{String(left).padStart(2, "0")}</span>,
          spoken: <span className="sr-only">{t("less than a minute")}</span>,
        })}
      </Note>
    </div>
  );
}

/** Undefined until the workstation is about to lock. */
function useSecondsLeft(minutes: number): number | undefined {
  const [left, setLeft] = useState<number>();
  const tick = useEffectEvent((usedAt: number) => {
    const rest = leftUntilLock(Math.max(usedAt, readUsedAt()), minutes, Date.now());
    setLeft(rest === undefined ? undefined : Math.ceil(rest / 1000));
    if (rest === 0) askToLock();
  });
  useEffect(() => {
    let usedAt = Date.now();
    let notedAt = usedAt;
    let reportedAt = usedAt;
    noteUse(usedAt);
    const report = () => {
      const now = Date.now();
      if (usedAt <= reportedAt || now - reportedAt < reportEveryMs) return;
      reportedAt = now;
      reportUse();
    };
    const onAct = () => {
      usedAt = Date.now();
      setLeft(undefined);
      if (usedAt - notedAt < noteEveryMs) return;
      notedAt = usedAt;
      noteUse(usedAt);
    };
    for (const act of acts) window.addEventListener(act, onAct, { capture: true, passive: true });
    const timer = setInterval(() => {
      report();
      tick(usedAt);
    }, 1000);
    return () => {
      clearInterval(timer);
      for (const act of acts) window.removeEventListener(act, onAct, { capture: true });
    };
  }, []);
  return left;
}

function readUsedAt(): number {
  try {
    return Number(localStorage.getItem(key)) || 0;
  } catch {
    return 0;
  }
}

/** Without an answer, the next report repeats it. */
function reportUse(): void {
  fetch(paths.api.session(), { method: "POST" }).catch(() => {});
}

function noteUse(at: number): void {
  try {
    localStorage.setItem(key, String(at));
  } catch {
    // A browser that keeps nothing locks each tab separately.
  }
}
