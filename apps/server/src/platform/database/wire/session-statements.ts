import type { Readable, Writable } from 'node:stream';
import { createBatch, type Batch } from './batch.ts';
import { copyFromPostgres, copyToPostgres, type CopyHandler } from './copy-streams.ts';
import type { WireStatement } from './prepared-statements.ts';
import type { RawRows, StatementResult } from './statement-result.ts';
import type { WireConnection } from './wire-connection.ts';

// These functions run in the transaction that is open on the connection, or in one of their own. An error
// leaves an open transaction to the caller.

/** The rows of each statement with its columns and command tag. */
function resultsOf(batch: Batch, answer: readonly RawRows[]): StatementResult[] {
  return answer.map((rows, index) => ({
    rows,
    fields: batch.fields[index] ?? batch.prepared[index]?.fields ?? null,
    // Without the NUL at its end.
    tag: batch.tags[index]?.toString('utf8').slice(0, -1) ?? '',
  }));
}

export async function runStatement(
  connection: WireConnection,
  statement: WireStatement,
): Promise<readonly StatementResult[]> {
  const statements = [{ ...statement, isDescribed: true }];
  const batch = connection.start(createBatch({ statements, keepsTransaction: true }));
  return resultsOf(batch, await batch.answer);
}

/** Runs the statements of a text with the simple protocol. */
export async function runText(
  connection: WireConnection,
  text: string,
): Promise<readonly StatementResult[]> {
  const batch = connection.start(createBatch({ text, keepsTransaction: true }));
  return resultsOf(batch, await batch.answer);
}

/** Runs the statements of a text with the simple protocol. The rows of their results are empty. */
export async function runTextWithoutRows(
  connection: WireConnection,
  text: string,
): Promise<readonly StatementResult[]> {
  const batch = createBatch({ text, keepsTransaction: true, countsRows: true });
  connection.start(batch);
  return resultsOf(batch, await batch.answer);
}

const runCopy = (connection: WireConnection, text: string) => (copy: CopyHandler) =>
  connection.start(createBatch({ text, copy, keepsTransaction: true })).answer;

/** Runs `COPY … TO STDOUT`. */
export function copyOut(connection: WireConnection, text: string): Readable {
  return copyFromPostgres(connection.copyChannel, runCopy(connection, text));
}

/** Runs `COPY … FROM STDIN`. */
export function copyIn(connection: WireConnection, text: string): Writable {
  return copyToPostgres(connection.copyChannel, runCopy(connection, text));
}
