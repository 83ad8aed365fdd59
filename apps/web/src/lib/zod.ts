/**
 * All schemas import zod from here. The small variant saves 17 kB per form, and it never tries to compile
 * code, which the Content-Security-Policy forbids.
 */
export * as z from 'zod/mini';
