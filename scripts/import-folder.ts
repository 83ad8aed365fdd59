import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '@beaconpay/database';
import { importLines, ImportError } from '../supabase/functions/_shared/import-lines.ts';
import type { BankLine, LineSource } from '../supabase/functions/_shared/statement-source.ts';
import { listStatements, moveStatement, readStatement } from './statement-folder.ts';

export interface ImportOptions {
  readonly source: LineSource;
  /** For tables without a column for it. */
  readonly account?: string;
  readonly currency?: string;
}

type Backend = Pick<SupabaseClient<Database>, 'rpc'>;

/** Why the database refuses the lines. Null: they are imported. @throws other errors, which a later run may not have */
async function tryImport(
  backend: Backend,
  lines: readonly BankLine[],
  { name, source }: { readonly name: string; readonly source: LineSource },
): Promise<string | null> {
  try {
    const { imported, known, matched, cases } = await importLines(backend, lines, source);
    console.log(
      `statements: imported ${name}: ${String(imported)} new lines, ${String(known)} known, ` +
        `${String(matched)} matched, ${String(cases)} cases`,
    );
    return null;
  } catch (error) {
    if (error instanceof ImportError && error.isRefused) return error.message;
    throw error;
  }
}

/**
 * Imports each statement of the folder and moves it to the folder `imported` or `refused`. A run that ends early is
 * repeated by the next one, because known lines are imported once.
 *
 * @returns the number of refused files
 */
export async function importFolder(
  backend: Backend,
  folder: string,
  { source, ...tableOptions }: ImportOptions,
): Promise<number> {
  const now = new Date();
  const options = { ...tableOptions, today: now.toISOString().slice(0, 'YYYY-MM-DD'.length) };
  let refused = 0;
  for (const name of await listStatements(folder, now.getTime())) {
    const file = await readStatement(join(folder, name), options, source === 'agent');
    const problem =
      'problem' in file ? file.problem : await tryImport(backend, file.lines, { name, source });
    if (problem !== null) {
      console.error(`statements: refused ${name}: ${problem}`);
      refused += 1;
    }
    await moveStatement(folder, name, problem === null ? 'imported' : 'refused');
  }
  return refused;
}
