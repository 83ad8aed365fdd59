import type { StatementOptions, TableInspection } from '@beaconpay/statements';
import type { BankLineInput } from './bank-line-input.ts';
import type {
  FileProblem,
  StatementSummary,
  WorkerRequest,
  WorkerResponse,
} from './worker-protocol.ts';

export type ParseOutcome =
  | { ok: true; summary: StatementSummary }
  | { ok: false; problem: FileProblem };

/** The part of `Worker` that a reader uses. */
type StatementWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;

/** The worker ended without a response: it is out of memory, or the page closed it. */
export class ReaderClosedError extends Error {
  override readonly name = 'ReaderClosedError';
}

interface Pending {
  resolve: (response: WorkerResponse) => void;
  reject: (error: Error) => void;
  onProgress: (share: number) => void;
}

const NO_PROGRESS = () => undefined;

function startWorker(): StatementWorker {
  return new Worker(new URL('./statement-worker.ts', import.meta.url), { type: 'module' });
}

/** A file in a worker of its own. One request runs at a time. `close` ends also a running one. */
export class StatementReader {
  readonly #worker: StatementWorker;
  #pending: Pending | null = null;
  #isClosed = false;

  constructor(worker: StatementWorker = startWorker()) {
    this.#worker = worker;
    worker.addEventListener('message', (event) => {
      this.#receive((event as MessageEvent<WorkerResponse>).data);
    });
    worker.addEventListener('error', () => this.close());
    worker.addEventListener('messageerror', () => this.close());
  }

  /** Resolves to the columns of a table, or to null for another format. */
  async open(bytes: Uint8Array<ArrayBuffer>): Promise<TableInspection | null> {
    // Transferred, not copied: the page does not need the bytes.
    const response = await this.#request({ type: 'open', bytes }, NO_PROGRESS, [bytes.buffer]);
    return response.type === 'opened' ? response.table : null;
  }

  /** @param onProgress receives the share of the work that is done, from 0 to 1 */
  async parse(
    options: StatementOptions,
    onProgress: (share: number) => void,
  ): Promise<ParseOutcome> {
    const response = await this.#request({ type: 'parse', options }, onProgress);
    if (response.type === 'parsed') return { ok: true, summary: response.summary };
    if (response.type === 'refused') {
      return { ok: false, problem: response.problem };
    }
    throw new ReaderClosedError(`statements: unexpected response ${response.type}`);
  }

  /** At most `count` of the parsed lines, as many as fit into one call. Empty after the last one. */
  async take(first: number, count: number): Promise<BankLineInput[]> {
    const response = await this.#request({ type: 'take', first, count }, NO_PROGRESS);
    return response.type === 'taken' ? response.lines : [];
  }

  close(): void {
    this.#isClosed = true;
    this.#worker.terminate();
    this.#pending?.reject(new ReaderClosedError('statements: the worker was closed'));
    this.#pending = null;
  }

  #request(
    request: WorkerRequest,
    onProgress: (share: number) => void,
    transfer: Transferable[] = [],
  ): Promise<WorkerResponse> {
    if (this.#isClosed || this.#pending !== null) {
      return Promise.reject(new ReaderClosedError('statements: the worker is closed or busy'));
    }
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject, onProgress };
      this.#worker.postMessage(request, transfer);
    });
  }

  #receive(response: WorkerResponse): void {
    const pending = this.#pending;
    if (response.type === 'progress') {
      pending?.onProgress(response.share);
      return;
    }
    this.#pending = null;
    pending?.resolve(response);
  }
}
