import { createContext } from "react";

/** What the header of a page may ask of the frame around it. */
export const ShellContext = createContext<{ openMenu: () => void }>({ openMenu: () => {} });
