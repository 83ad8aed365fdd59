import { join } from 'node:path';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { countBetween } from './setting-fields.ts';

/** The minimum of Supabase Auth, and the maximum of bcrypt. */
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

/** The settings of config.toml that the server reads. The Supabase CLI reads the other ones. */
export type ProjectFile = z.output<typeof projectFile>;

/** The config.toml beside the functions folder of a project. */
export function projectFilePath(functionsDir: string): string {
  return join(functionsDir, '..', 'config.toml');
}

/**
 * @param text null when the file does not exist
 * @throws Error that names the file and the invalid setting
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
