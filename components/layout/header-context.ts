import { createContext, type ReactNode } from "react";

/** Whether the gateway behind the console is the sandbox: for the badge alone. */
export const SandboxContext = createContext(false);

/** What is at the right of every page's header. The shell gives it, so that its code is loaded once and not with each page. */
export const HeaderToolsContext = createContext<ReactNode>(null);
