import { createContext } from "react";

/** Whether the gateway behind the console is the sandbox: for the badge alone. */
export const SandboxContext = createContext(false);
