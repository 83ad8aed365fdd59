import type { Backend } from './backend.ts';
import type { Json } from '../../../packages/database/src/generated.ts';
import { ImportError, importLines } from './import-lines.ts';
import { SourceError, type Mark, type StatementSource } from './statement-source.ts';

interface StartedRead {
  readonly lease: string;
  readonly mark: Mark;
  readonly first_read_from: string;
}

async function begin(
  service: Backend,
  { name, pauseS }: StatementSource,
): Promise<StartedRead | null> {
  const { data, error } = await service
    .rpc('begin_statement_read', { source: name, pause_s: pauseS })
    .maybeSingle();
  if (error !== null) throw error;
  return data as StartedRead | null;
}

async function complete(
  service: Backend,
  { name }: StatementSource,
  { lease }: StartedRead,
  result: { readonly mark?: Mark; readonly error?: string; readonly pauseS?: number },
): Promise<void> {
  const { error } = await service.rpc('complete_statement_read', {
    source: name,
    read_lease: lease,
    ...(result.mark === undefined ? {} : { new_mark: result.mark as Json }),
    ...(result.error === undefined ? {} : { error: result.error }),
    ...(result.pauseS === undefined ? {} : { pause_s: result.pauseS }),
  });
  if (error !== null) throw error;
}

function describeError(error: unknown): { readonly message: string; readonly pauseS: number } {
  if (error instanceof SourceError) return error;
  if (error instanceof ImportError) {
    return { message: `failed to import the lines: ${error.message}`, pauseS: 0 };
  }
  return { message: error instanceof Error ? error.message : 'unexpected error', pauseS: 0 };
}

/**
 * Reads a source once and imports its lines. The mark moves after the import, so a read that ends early is repeated;
 * known lines are imported once. Concurrent callers read once, too.
 */
export async function readSource(service: Backend, source: StatementSource): Promise<void> {
  const started = await begin(service, source);
  if (started === null) return;
  try {
    const { lines, mark } = await source.read({
      mark: started.mark,
      firstReadFrom: new Date(started.first_read_from),
    });
    await importLines(service, lines, source.lineSource);
    await complete(service, source, started, { mark });
  } catch (error) {
    const { message, pauseS } = describeError(error);
    console.error(`${source.name}: failed to read payments: ${message}`);
    await complete(service, source, started, {
      error: message,
      ...(pauseS > 0 ? { pauseS } : {}),
    });
  }
}

/** Stops the wake-ups of a source without keys for some time. */
export async function pauseSource(service: Backend, name: string, pauseS: number): Promise<void> {
  const { error } = await service.rpc('begin_statement_read', { source: name, pause_s: pauseS });
  if (error !== null) throw error;
}
