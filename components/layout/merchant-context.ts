import { createContext } from "react";

/** The merchant's name, for what is printed for a customer. */
export const MerchantContext = createContext("");
