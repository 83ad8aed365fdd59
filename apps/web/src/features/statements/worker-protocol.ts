import type {
  StatementErrorKey,
  StatementErrorValues,
  StatementFormat,
  StatementOptions,
  TableInspection,
} from '@beaconpay/statements';
import type { BankLineInput } from './bank-line-input.ts';

/** What the page asks the worker. The worker keeps the file, so that each part is sent once. */
export type WorkerRequest =
  | { type: 'open'; bytes: Uint8Array }
  | { type: 'parse'; options: StatementOptions }
  /** At most `count` lines: fewer if their texts are long. */
  | { type: 'take'; first: number; count: number };

/** Why a file is refused. `read-failed`: the browser could not read the file, or its worker ended. */
export interface FileProblem {
  key: StatementErrorKey | 'read-failed';
  line: number | null;
  values: StatementErrorValues;
}

/** What a preview needs of a parsed file. */
export interface StatementSummary {
  format: StatementFormat;
  lineCount: number;
  /** The accounts of the lines, each once. */
  accounts: string[];
  currencies: string[];
  /** YYYY-MM-DD. Null without lines. */
  firstDate: string | null;
  lastDate: string | null;
  /** Records of the file that are not in the lines. */
  skippedCount: number;
  preview: BankLineInput[];
}

export type WorkerResponse =
  /** `table`: the columns of a table. Null for other formats. */
  | { type: 'opened'; table: TableInspection | null }
  | { type: 'progress'; share: number }
  | { type: 'parsed'; summary: StatementSummary }
  | { type: 'refused'; problem: FileProblem }
  | { type: 'taken'; lines: BankLineInput[] };
