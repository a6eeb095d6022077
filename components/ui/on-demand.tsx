"use client";

import { type ComponentType, type ReactNode, Suspense, use, useEffect, useState } from "react";
import { tx } from "#components/ui/rich-text.tsx";
import { t, text } from "#lib/language/t.ts";
import { Button } from "./button/button.tsx";
import { backdropClass, Modal } from "./overlay/modal.tsx";
import { Note } from "./status/note.tsx";
import { whenIdle } from "./when-idle.ts";

type Load<Props> = () => Promise<ComponentType<Props>>;

type OnDemand<Props> = ComponentType<Props> & {
  /** Loads the code now, so that the first use is fast. */
  preload: () => Promise<void>;
};

/**
 * A component whose code is loaded on first use, or by `preload`. If that fails, it shows an error with a retry in its
 * place; the rest of the page is unaffected.
 */
export function onDemand<Props extends object>(load: Load<Props>, waiting?: ReactNode): OnDemand<Props> {
  return loadLater(load, waiting, (_props, retry) => <Failure retry={retry} />);
}

/** A dialog whose code is loaded on first use, with an error dialog when loading fails. */
export function dialogOnDemand<Props extends { onClose: () => void }>(load: Load<Props>): OnDemand<Props> {
  return loadLater(load, undefined, ({ onClose }, retry) => (
    <Modal onDismiss={onClose} aria-label={t(title)} className={backdropClass}>
      <div className="rounded-lg bg-surface shadow-menu">
        <Failure retry={retry} />
      </div>
    </Modal>
  ));
}

const title = text("This part of the page didn't load");

function Failure({ retry }: { retry: ReactNode }) {
  return (
    <Note tone="warning" role="alert">
      {tx("{title} Check the connection, then try again. What you typed is kept.{button}", {
        title: <b>{t(title)}.</b>,
        button: <span className="mt-2 block">{retry}</span>,
      })}
    </Note>
  );
}

function loadLater<Props extends object>(
  load: Load<Props>,
  waiting: ReactNode,
  failure: (props: Props, retry: ReactNode) => ReactNode,
): OnDemand<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const start = () => {
    loading ??= load().then(
      (component) => {
        loaded = component;
      },
      () => {
        // The next use retries.
        loading = undefined;
      },
    );
    return loading;
  };

  // biome-ignore lint/correctness/noComponentHookFactories: called by modules, never while rendering
  function Part({ until, onRetry, props }: { until: Promise<void>; onRetry: () => void; props: Props }) {
    if (!loaded) use(until);
    const Component = loaded;
    return Component ? (
      <Component {...props} />
    ) : (
      failure(props, <Button onClick={onRetry}>{t("Try again")}</Button>)
    );
  }

  // biome-ignore lint/correctness/noComponentHookFactories: as above
  function PartOnDemand(props: Props) {
    const [until, setUntil] = useState(start);
    return (
      <Suspense fallback={waiting}>
        <Part until={until} onRetry={() => setUntil(start())} props={props} />
      </Suspense>
    );
  }
  return Object.assign(PartOnDemand, { preload: start });
}

/** Loads what the page will need next, once it has nothing else to do. */
export function usePreload(...parts: readonly Pick<OnDemand<never>, "preload">[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; the parts are constants of a module
  useEffect(() => {
    const preload = () => {
      for (const part of parts) void part.preload();
    };
    return whenIdle(preload);
  }, []);
}
