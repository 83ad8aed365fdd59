import { DatabaseError } from './errors.ts';
import type { CopyHandler } from './copy-streams.ts';
import type { Preparation, WireStatement } from './prepared-statements.ts';
import type { Cells, Field, RawRows } from './statement-result.ts';

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
  /** Whether rows are counted only. They are then empty. */
  readonly countsRows: boolean;
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

type NewBatch = Partial<
  Pick<Batch, 'statements' | 'text' | 'copy' | 'keepsTransaction' | 'countsRows'>
>;

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
  countsRows = false,
}: NewBatch): Batch {
  const { promise, resolve, reject } = Promise.withResolvers<RawRows[]>();
  return {
    statements,
    text,
    copy,
    keepsTransaction,
    countsRows,
    answer: promise,
    resolve,
    reject,
    isRepeated: false,
    ...initialState(),
  };
}

/** The functions of Postgres that report a missing or outdated prepared statement, before anything is executed. */
const UNPREPARED_ROUTINES = ['FetchPreparedStatement', 'RevalidateCachedQuery'];

/** Whether a failed batch can be prepared and sent once more. */
export function canRepeat({ error, isRepeated }: Batch): boolean {
  return (
    !isRepeated &&
    error instanceof DatabaseError &&
    UNPREPARED_ROUTINES.includes(error.routine ?? '')
  );
}

/** Prepares a failed batch for its repetition. */
export function resetBatch(batch: Batch): void {
  Object.assign(batch, initialState(), { isRepeated: true });
}
