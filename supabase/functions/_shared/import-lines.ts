import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database, Json } from '../../../packages/database/src/generated.ts';
import type { BankLine, LineSource } from './statement-source.ts';

/** What import_bank_lines() did with the lines. */
export interface ImportedLines {
  readonly imported: number;
  readonly known: number;
  readonly matched: number;
  readonly proposed: number;
  readonly cases: number;
}

/** A call of import_bank_lines() failed. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  /** A rule of the database refuses a line, so another attempt fails too. */
  readonly isRefused: boolean;

  constructor(message: string, status: number) {
    super(message);
    this.isRefused = REFUSALS.has(status);
  }
}

const REFUSALS: ReadonlySet<number> = new Set([400, 409, 422]);
/** Lines of the longest texts stay below the size of a body and the time of a statement of the data API. */
const LINES_PER_CALL = 250;
const NOTHING: ImportedLines = { imported: 0, known: 0, matched: 0, proposed: 0, cases: 0 };

function sum(one: ImportedLines, other: ImportedLines): ImportedLines {
  return {
    imported: one.imported + other.imported,
    known: one.known + other.known,
    matched: one.matched + other.matched,
    proposed: one.proposed + other.proposed,
    cases: one.cases + other.cases,
  };
}

/**
 * Imports the lines in their order, with the secret key or as an administrator.
 *
 * @throws ImportError
 */
export async function importLines(
  backend: Pick<SupabaseClient<Database>, 'rpc'>,
  lines: readonly BankLine[],
  source: LineSource,
): Promise<ImportedLines> {
  let total = NOTHING;
  for (let first = 0; first < lines.length; first += LINES_PER_CALL) {
    const part = lines.slice(first, first + LINES_PER_CALL);
    const { data, error, status } = await backend.rpc('import_bank_lines', {
      lines: part as unknown as Json,
      source,
    });
    if (error !== null) throw new ImportError(error.message, status);
    total = sum(total, data as unknown as ImportedLines);
  }
  return total;
}
