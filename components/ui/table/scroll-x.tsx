"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { cx } from "../cx.ts";

/** Lets wide content scroll inside its panel. Takes the keyboard focus only while there is something to scroll. */
export function ScrollX({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  const box = useRef<HTMLElement>(null);
  const [scrolls, setScrolls] = useState(false);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setScrolls(element.scrollWidth > element.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);

  return (
    <section
      ref={box}
      aria-label={scrolls ? label : undefined}
      tabIndex={scrolls ? 0 : undefined}
      className={cx("relative overflow-x-auto focus-visible:-outline-offset-2", className)}
    >
      {children}
    </section>
  );
}
