import { afterEach, expect, test, vi } from 'vitest';
import type { BankLineInput, LineSource } from './bank-line-input.ts';
import { createRequestHandler } from './answer-request.ts';
import { NO_COUNTS } from './import-counts.ts';
import { ImportQueue, type FileState } from './import-queue.ts';
import { StatementReader } from './statement-reader.ts';
import type { WorkerRequest } from './worker-protocol.ts';

afterEach(() => localStorage.clear());

/** A worker that runs the production request handler in this thread. */
function createWorker() {
  const target = new EventTarget();
  const handleRequest = createRequestHandler((data) =>
    target.dispatchEvent(new MessageEvent('message', { data })),
  );
  const terminate = vi.fn();
  return Object.assign(target, {
    terminate,
    postMessage(request: WorkerRequest) {
      queueMicrotask(() => {
        handleRequest(request);
      });
    },
  });
}

function createQueue(
  importLines: (lines: BankLineInput[], source: LineSource) => Promise<typeof NO_COUNTS>,
) {
  const workers: ReturnType<typeof createWorker>[] = [];
  const queue = new ImportQueue({
    importLines,
    createReader() {
      const worker = createWorker();
      workers.push(worker);
      return new StatementReader(worker);
    },
  });
  return { queue, workers };
}

function table(rows: number, header = 'Date;Amount;Currency;Account;Description'): File {
  const lines = Array.from(
    { length: rows },
    (_, at) => `2026-11-02;${String(at + 1)},50;EUR;DE89370400440532013000;line ${String(at)}`,
  );
  return new File([[header, ...lines].join('\n')], 'statement.csv');
}

async function expectStep<Step extends FileState['step']>(
  queue: ImportQueue,
  step: Step,
  at = 0,
): Promise<Extract<FileState, { step: Step }>> {
  await expect.poll(() => queue.files()[at]?.state.step).toBe(step);
  return queue.files()[at]?.state as Extract<FileState, { step: Step }>;
}

test('A file is imported in calls of at most 1,000 lines, and the counts are added up', async () => {
  const sizes: number[] = [];
  const { queue, workers } = createQueue((lines) => {
    sizes.push(lines.length);
    return Promise.resolve({ ...NO_COUNTS, imported: lines.length, cases: 1 });
  });
  queue.add([table(2001)]);
  const { summary } = await expectStep(queue, 'ready');
  expect(summary.lineCount).toBe(2001);
  await queue.start(1);
  const { counts } = await expectStep(queue, 'imported');
  expect(sizes).toEqual([1000, 1000, 1]);
  expect(counts).toMatchObject({ imported: 2001, cases: 3 });
  expect(workers[0]?.terminate).toHaveBeenCalled();
});

test('A list of a cash agent is recognized by its header, and its lines are sent with the source "agent"', async () => {
  const sent: [BankLineInput, LineSource][] = [];
  const { queue } = createQueue((lines, source) => {
    for (const line of lines) sent.push([line, source]);
    return Promise.resolve({ ...NO_COUNTS, imported: lines.length });
  });
  const list = [
    'Receipt no,Date,Name,Amount,Currency,Reference,Agent',
    'R-1,2026-11-02,Ada Lovelace,15.00,USD,BP-7K3F-92QD,LAGOS-7',
  ].join('\n');
  queue.add([new File([list], 'agent.csv')]);
  await expectStep(queue, 'ready');
  await queue.start(1);
  await expectStep(queue, 'imported');
  expect(sent).toEqual([[expect.objectContaining({ remittance_text: 'BP-7K3F-92QD' }), 'agent']]);
});

test('A stopped import keeps its counts and continues with the next line', async () => {
  const firsts: (string | undefined)[] = [];
  const { queue } = createQueue((lines) => {
    firsts.push(lines[0]?.remittance_text);
    if (firsts.length === 1) queue.stop(1);
    return Promise.resolve({ ...NO_COUNTS, imported: lines.length });
  });
  queue.add([table(1003)]);
  await expectStep(queue, 'ready');
  await queue.start(1);
  expect(await expectStep(queue, 'stopped')).toMatchObject({ done: 1000, error: null });
  await queue.start(1);
  expect((await expectStep(queue, 'imported')).counts.imported).toBe(1003);
  expect(firsts).toEqual(['line 0', 'line 1000']);
});

test('A failed call stops the import, and the next attempt sends the same lines again', async () => {
  const failure = new Error('down');
  let attempts = 0;
  const { queue } = createQueue((lines) => {
    attempts += 1;
    return attempts === 1
      ? Promise.reject(failure)
      : Promise.resolve({ ...NO_COUNTS, imported: lines.length });
  });
  queue.add([table(3)]);
  await expectStep(queue, 'ready');
  await queue.start(1);
  expect(await expectStep(queue, 'stopped')).toMatchObject({ done: 0, error: failure });
  await queue.start(1);
  expect((await expectStep(queue, 'imported')).counts.imported).toBe(3);
});

test('A column mapping is reused for the next file with the same header', async () => {
  const header = 'Alpha;Beta;Gamma;Delta;Epsilon';
  const { queue } = createQueue(() => Promise.resolve(NO_COUNTS));
  queue.add([table(2, header)]);
  expect((await expectStep(queue, 'mapping')).problem.key).toBe('columns-unknown');
  await queue.map(1, {
    headerKey: queue.files()[0]?.table?.headerKey ?? '',
    columns: ['bookingDate', 'amount', 'currency', 'account', 'text'],
    account: '',
    currency: '',
  });
  await expectStep(queue, 'ready');
  queue.add([table(4, header.toUpperCase())]);
  expect((await expectStep(queue, 'ready', 1)).summary.lineCount).toBe(4);
});

test('A file of more than 20 MB is rejected before it is read', async () => {
  const { queue, workers } = createQueue(() => Promise.resolve(NO_COUNTS));
  const file = new File(['x'], 'large.xml');
  Object.defineProperty(file, 'size', { value: 2 * 1024 ** 3 });
  queue.add([file]);
  expect((await expectStep(queue, 'failed')).problem.key).toBe('too-large');
  expect(workers).toEqual([]);
});

test('A removed file terminates its worker and leaves the next file in the queue', async () => {
  const { queue, workers } = createQueue(() => Promise.resolve(NO_COUNTS));
  queue.add([table(1), table(2)]);
  await expectStep(queue, 'ready', 1);
  queue.remove(1);
  expect(workers[0]?.terminate).toHaveBeenCalled();
  expect(queue.files().map(({ id }) => id)).toEqual([2]);
});
