import type { Batch } from './batch.ts';
import { ProtocolError, readRow } from './message-reader.ts';
import { readDescription, type Cells, type Field } from './statement-result.ts';

/** The types of messages from Postgres. */
export const TYPE = {
  parseComplete: 0x31,
  bindComplete: 0x32,
  closeComplete: 0x33,
  notification: 0x41,
  commandComplete: 0x43,
  dataRow: 0x44,
  error: 0x45,
  description: 0x54,
  parameterDescription: 0x74,
  noData: 0x6e,
  copyInResponse: 0x47,
  copyOutResponse: 0x48,
  copyData: 0x64,
  copyDone: 0x63,
  emptyQuery: 0x49,
  notice: 0x4e,
  parameterStatus: 0x53,
  ready: 0x5a,
} as const;

const NO_CELLS: Cells = [];

/** Stores the columns of the statement that Postgres describes. */
function describe(batch: Batch, fields: readonly Field[]): void {
  if (batch.text !== null) {
    batch.fields[batch.current] = fields;
    return;
  }
  const described = batch.preparing[batch.parsed - 1];
  if (described !== undefined) described.fields = fields;
}

function addCopyMessage({ copy }: Batch, type: number, body: Buffer): void {
  if (copy === null) throw new ProtocolError('a copy began that was not requested');
  if (type === TYPE.copyInResponse) copy.onReady();
  if (type === TYPE.copyData) copy.onData(body);
}

/**
 * Adds a response to the batch that it belongs to.
 *
 * @throws ProtocolError
 */
export function addResponse(batch: Batch, type: number, body: Buffer): void {
  switch (type) {
    case TYPE.dataRow:
      batch.rows[batch.current]?.push(batch.countsRows ? NO_CELLS : readRow(body));
      break;
    case TYPE.parseComplete:
      batch.parsed += 1;
      break;
    case TYPE.description:
      describe(batch, readDescription(body));
      break;
    case TYPE.copyInResponse:
    case TYPE.copyOutResponse:
    case TYPE.copyData:
    case TYPE.copyDone:
      addCopyMessage(batch, type, body);
      break;
    case TYPE.bindComplete:
    case TYPE.closeComplete:
    case TYPE.parameterDescription:
    case TYPE.noData:
      break;
    case TYPE.commandComplete:
    case TYPE.emptyQuery:
      batch.tags.push(body);
      batch.current += 1;
      batch.rows.push([]);
      break;
    default:
      throw new ProtocolError(`a message of type ${String(type)} was not expected`);
  }
}
