import { resolve } from 'node:path';

/** The variables that are set. An empty or blank value counts as not set, as in a copied .env.example. */
export function givenVariables(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1].trim() !== '',
    ),
  );
}

/** The folder of the server's files. By default it is in the folder of the project. */
export function dataDirOf({
  DATA_DIR,
  SUPABASE_WORKDIR = '.',
}: Readonly<Record<string, string | undefined>>): string {
  return DATA_DIR === undefined ? resolve(SUPABASE_WORKDIR, '.data') : resolve(DATA_DIR);
}
