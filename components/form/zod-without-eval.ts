import { z } from "zod";

// The pages' policy allows no eval, and zod tries it when a schema is made: this has to be imported before any schema.
z.config({ jitless: true });
