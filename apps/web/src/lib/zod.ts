/**
 * Schemas come from here, not from "zod" itself. The small variant saves every form 17 kB, and
 * unlike the large one it never tries to compile code, which the Content-Security-Policy forbids.
 */
export * as z from 'zod/mini';
