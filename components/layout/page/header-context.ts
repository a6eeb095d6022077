import { type ComponentType, createContext, type ReactNode } from "react";

export type HeaderProps = {
  title: string;
  trail?: readonly { href: string; label: string }[];
  children?: ReactNode;
};

/** The header of every page. The shell gives it, so that its code is loaded once and not with each page. */
export const HeaderContext = createContext<ComponentType<HeaderProps>>(() => null);
