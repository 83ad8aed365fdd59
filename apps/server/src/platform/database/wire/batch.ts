import type { CopyHandler } from './copy-streams.ts';
import type { Preparation, WireStatement } from './prepared-statements.ts';
import type { Cells, Field, RawRows, StatementResult } from './statement-result.ts';

/** A batch that was sent. */
export interface SentBatch {
  /** Rejects with DatabaseError or ConnectionError. */
  readonly answer: Promise<RawRows[]>;
  /** When all batches before it had their answers (`performance.now()`); null while it waits for one. */
  readonly startedAtMs: number | null;
}

/** A batch with the responses that have arrived. */
export interface Batch extends SentBatch {
  readonly statements: readonly WireStatement[];
  /** A text for the simple protocol instead of statements. */
  readonly text: string | null;
  readonly copy: CopyHandler | null;
  /** Whether a failed statement leaves an explicit transaction open for the caller. */
  readonly keepsTransaction: boolean;
  readonly resolve: (rows: RawRows[]) => void;
  readonly reject: (error: Error) => void;
  startedAtMs: number | null;
  rows: Cells[][];
  /** The prepared statements, in the order of the statements. */
  prepared: Preparation[];
  /** The columns and the command tags, in the order of the statements. */
  readonly fields: (readonly Field[] | null)[];
  readonly tags: Buffer[];
  /** The statements that the batch prepares, in the order of their responses. */
  preparing: Preparation[];
  current: number;
  parsed: number;
  error: Error | null;
  isRepeated: boolean;
}

type NewBatch = Partial<Pick<Batch, 'statements' | 'text' | 'copy' | 'keepsTransaction'>>;

/** The state of a batch before its first response. */
function initialState(): Pick<
  Batch,
  | 'startedAtMs'
  | 'rows'
  | 'prepared'
  | 'preparing'
  | 'fields'
  | 'tags'
  | 'current'
  | 'parsed'
  | 'error'
> {
  return {
    startedAtMs: null,
    rows: [[]],
    prepared: [],
    preparing: [],
    fields: [],
    tags: [],
    current: 0,
    parsed: 0,
    error: null,
  };
}

export function createBatch({
  statements = [],
  text = null,
  copy = null,
  keepsTransaction = false,
}: NewBatch): Batch {
  const { promise, resolve, reject } = Promise.withResolvers<RawRows[]>();
  return {
    statements,
    text,
    copy,
    keepsTransaction,
    answer: promise,
    resolve,
    reject,
    isRepeated: false,
    ...initialState(),
  };
}

/** Prepares a failed batch for its repetition. */
export function resetBatch(batch: Batch): void {
  Object.assign(batch, initialState(), { isRepeated: true });
}

/** Stores the columns of the statement that Postgres describes. */
export function describe(batch: Batch, fields: readonly Field[]): void {
  if (batch.text !== null) {
    batch.fields[batch.current] = fields;
    return;
  }
  const described = batch.preparing[batch.parsed - 1];
  if (described !== undefined) described.fields = fields;
}

/** The rows of each statement with its columns and command tag. */
export function resultsOf(batch: Batch, answer: readonly RawRows[]): StatementResult[] {
  return answer.map((rows, index) => ({
    rows,
    fields: batch.fields[index] ?? batch.prepared[index]?.fields ?? null,
    // Without the NUL at its end.
    tag: batch.tags[index]?.toString('utf8').slice(0, -1) ?? '',
  }));
}
