import { join } from 'node:path';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { countBetween } from './setting-fields.ts';

/** Supabase Auth takes no shorter one, and bcrypt no longer one. */
export const passwordLength = countBetween(6, 72);

const projectFile = z.object({
  auth: z.object({ minimum_password_length: passwordLength.optional() }).default({}),
  functions: z
    .record(
      z.string(),
      z.object({ enabled: z.boolean().default(true), verify_jwt: z.boolean().default(true) }),
    )
    .default({}),
});

/** What the server reads from a project's config.toml; the Supabase CLI reads the rest. */
export type ProjectFile = z.output<typeof projectFile>;

/** A project's config.toml lies beside its folder of functions. */
export function projectFilePath(functionsDir: string): string {
  return join(functionsDir, '..', 'config.toml');
}

/**
 * @param text null where there is no such file
 * @throws Error naming the file and what is wrong in it
 */
export function parseProjectFile(text: string | null, path: string): ProjectFile {
  if (text === null) return projectFile.parse({});
  try {
    return projectFile.parse(parse(text));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new Error(`${path} is not valid: ${reason}`, { cause: error });
  }
}
