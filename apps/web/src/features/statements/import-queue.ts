import {
  AGENT_RECEIPT_MAPPING,
  STATEMENT_LIMITS,
  type StatementErrorKey,
  type TableInspection,
} from '@beaconpay/statements';
import type { BankLineInput, LineSource } from './bank-line-input.ts';
import { addCounts, NO_COUNTS, type ImportCounts } from './import-counts.ts';
import { StatementReader } from './statement-reader.ts';
import { readMapping, storeMapping, type StoredMapping } from './stored-mappings.ts';
import type { FileProblem, StatementSummary } from './worker-protocol.ts';

/** The worker gives fewer if their texts are long. */
const LINES_PER_CALL = 1000;

/** Errors of a table that another mapping of its columns can solve. */
const MAPPING_ERRORS: ReadonlySet<FileProblem['key']> = new Set<StatementErrorKey>([
  'columns-unknown',
  'date-format-ambiguous',
  'number-format-ambiguous',
  'account-missing',
  'currency-missing',
  'currency-invalid',
  'amount-invalid',
  'date-invalid',
  'field-malformed',
]);

export type FileState =
  | { step: 'waiting' }
  | { step: 'reading'; share: number }
  | { step: 'mapping'; problem: FileProblem }
  | { step: 'ready'; summary: StatementSummary }
  | {
      step: 'importing';
      summary: StatementSummary;
      done: number;
      counts: ImportCounts;
      /** The import ends after the call that is running. */
      isStopping: boolean;
    }
  /** `error` is null if the administrator stopped the import. */
  | {
      step: 'stopped';
      summary: StatementSummary;
      done: number;
      counts: ImportCounts;
      error: unknown;
    }
  | { step: 'imported'; counts: ImportCounts }
  | { step: 'failed'; problem: FileProblem };

export interface StatementFile {
  id: number;
  name: string;
  /** The columns of a table. Null for other formats. */
  table: TableInspection | null;
  mapping: StoredMapping | null;
  state: FileState;
}

interface QueueOptions {
  importLines: (lines: BankLineInput[], source: LineSource) => Promise<ImportCounts>;
  createReader?: () => StatementReader;
}

const UNREADABLE: FileProblem = { key: 'read-failed', line: null, values: {} };

/** The files of one visit of the page: parsed one after the other, and imported when the administrator says so. */
export class ImportQueue {
  readonly #options: QueueOptions;
  readonly #readers = new Map<number, StatementReader>();
  readonly #listeners = new Set<() => void>();
  #files: readonly StatementFile[] = [];
  #lastId = 0;
  #parsing: Promise<void> = Promise.resolve();

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly files = (): readonly StatementFile[] => this.#files;

  add(files: readonly File[]): void {
    for (const file of files) {
      this.#lastId += 1;
      const id = this.#lastId;
      const { name } = file;
      const entry = { id, name, table: null, mapping: null, state: { step: 'waiting' } } as const;
      this.#publish([...this.#files, entry]);
      // One file at a time: a parsed file of 20 MB needs about 200 MB of memory.
      this.#parsing = this.#parsing.then(() => this.#read(id, file));
    }
  }

  /** Parses a table again, and remembers the mapping for the next file with this header. */
  async map(id: number, mapping: StoredMapping): Promise<void> {
    storeMapping(mapping);
    this.#change(id, { mapping });
    await this.#parse(id);
  }

  /** Imports the lines, or those that a stopped import has left. */
  async start(id: number): Promise<void> {
    const reader = this.#readers.get(id);
    const state = this.#stateOf(id);
    if (reader === undefined || (state?.step !== 'ready' && state?.step !== 'stopped')) return;
    const { summary } = state;
    const source = sourceOf(this.#fileOf(id)?.table ?? null);
    let { done, counts } = state.step === 'stopped' ? state : { done: 0, counts: NO_COUNTS };
    this.#change(id, {
      state: { step: 'importing', summary, done, counts, isStopping: false },
    });
    try {
      while (done < summary.lineCount && !this.#isStopping(id)) {
        const lines = await reader.take(done, LINES_PER_CALL);
        counts = addCounts(counts, await this.#options.importLines(lines, source));
        done += lines.length;
        const isStopping = this.#isStopping(id);
        this.#change(id, { state: { step: 'importing', summary, done, counts, isStopping } });
      }
    } catch (error) {
      this.#change(id, { state: { step: 'stopped', summary, done, counts, error } });
      return;
    }
    if (done < summary.lineCount) {
      this.#change(id, { state: { step: 'stopped', summary, done, counts, error: null } });
    } else {
      this.#change(id, { state: { step: 'imported', counts } });
      this.#close(id);
    }
  }

  /** Ends an import after the call that is running. */
  stop(id: number): void {
    const state = this.#stateOf(id);
    if (state?.step !== 'importing') return;
    this.#change(id, { state: { ...state, isStopping: true } });
  }

  /** Takes a file off the list. Its parsing ends; lines that were imported stay. */
  remove(id: number): void {
    this.#close(id);
    this.#publish(this.#files.filter((file) => file.id !== id));
  }

  close(): void {
    for (const { id } of this.#files) this.remove(id);
  }

  async #read(id: number, file: File): Promise<void> {
    if (this.#stateOf(id) === undefined) return;
    const { maxBytes } = STATEMENT_LIMITS;
    if (file.size > maxBytes) {
      const values = { bytes: file.size, maxBytes };
      this.#fail(id, { key: 'too-large', line: null, values });
      return;
    }
    this.#change(id, { state: { step: 'reading', share: 0 } });
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (this.#stateOf(id) === undefined) return;
      const reader = this.#options.createReader?.() ?? new StatementReader();
      this.#readers.set(id, reader);
      const table = await reader.open(bytes);
      this.#change(id, { table, mapping: table && mappingOf(table) });
    } catch {
      this.#fail(id, UNREADABLE);
      return;
    }
    await this.#parse(id);
  }

  async #parse(id: number): Promise<void> {
    const file = this.#fileOf(id);
    const reader = this.#readers.get(id);
    if (file === undefined || reader === undefined) return;
    const { mapping, table } = file;
    this.#change(id, { state: { step: 'reading', share: 0 } });
    const options = { today: todayHere(), ...(mapping === null ? {} : withMapping(mapping)) };
    try {
      const outcome = await reader.parse(options, (share) => {
        this.#change(id, { state: { step: 'reading', share } });
      });
      if (outcome.ok) {
        this.#change(id, { state: { step: 'ready', summary: outcome.summary } });
      } else if (table !== null && MAPPING_ERRORS.has(outcome.problem.key)) {
        this.#change(id, { state: { step: 'mapping', problem: outcome.problem } });
      } else {
        this.#fail(id, outcome.problem);
      }
    } catch {
      this.#fail(id, UNREADABLE);
    }
  }

  /** Whether the import of a file has to end. True for a removed file too. */
  #isStopping(id: number): boolean {
    const state = this.#stateOf(id);
    return state?.step !== 'importing' || state.isStopping;
  }

  #fail(id: number, problem: FileProblem): void {
    this.#close(id);
    this.#change(id, { state: { step: 'failed', problem } });
  }

  #close(id: number): void {
    this.#readers.get(id)?.close();
    this.#readers.delete(id);
  }

  #fileOf(id: number): StatementFile | undefined {
    return this.#files.find((file) => file.id === id);
  }

  #stateOf(id: number): FileState | undefined {
    return this.#fileOf(id)?.state;
  }

  #change(id: number, changes: Partial<StatementFile>): void {
    this.#publish(this.#files.map((file) => (file.id === id ? { ...file, ...changes } : file)));
  }

  #publish(files: readonly StatementFile[]): void {
    this.#files = files;
    for (const listener of this.#listeners) listener();
  }
}

/** The lists of cash agents have one header. See docs/statement-sources.md. */
function sourceOf(table: TableInspection | null): LineSource {
  return table?.headerKey === AGENT_RECEIPT_MAPPING.headerKey ? 'agent' : 'statement';
}

function mappingOf(table: TableInspection): StoredMapping | null {
  const stored = readMapping(table.headerKey);
  if (stored !== null || sourceOf(table) === 'statement') return stored;
  return { ...AGENT_RECEIPT_MAPPING, account: '', currency: '' };
}

function withMapping({ account, currency, ...mapping }: StoredMapping) {
  return {
    mapping,
    ...(account === '' ? {} : { account }),
    ...(currency === '' ? {} : { currency }),
  };
}

/** Today in the zone of the browser: `YYYY-MM-DD`. */
function todayHere(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}
