import type { LogConnection } from '../../../platform/database/wire/log-connection.ts';
import { EPOCH_2000_MS, parseLsn } from './log-message.ts';

const PUBLICATION = 'supabase_realtime';
const STATUS_INTERVAL_MS = 5_000;
const WAL_DATA = 0x77;
const KEEP_ALIVE = 0x6b;
const HEADER_BYTES = 25;

interface LogStreamHandlers {
  readonly receive: (message: Buffer) => void;
  /** Postgres has sent everything before this LSN. */
  readonly idle: (lsn: bigint) => void;
}

export interface LogStream {
  /** Postgres may discard the log before this LSN. */
  confirm(lsn: bigint): void;
}

function statusMessage(lsn: bigint): Buffer {
  const message = Buffer.alloc(34);
  message[0] = 'r'.charCodeAt(0);
  for (const offset of [1, 9, 17]) message.writeBigUInt64BE(lsn, offset);
  message.writeBigInt64BE(BigInt(Date.now() - EPOCH_2000_MS) * 1000n, 25);
  return message;
}

/**
 * Streams the log from a replication slot.
 *
 * @param startLsn transactions that committed before it are skipped
 */
export async function startLogStream(
  log: LogConnection,
  slot: string,
  startLsn: string,
  { receive, idle }: LogStreamHandlers,
): Promise<LogStream> {
  let confirmed = parseLsn(startLsn);
  const sendStatus = (): void => log.write(statusMessage(confirmed));
  const timer = setInterval(sendStatus, STATUS_INTERVAL_MS).unref();
  log.ended.addEventListener('abort', () => clearInterval(timer));
  const command =
    `START_REPLICATION SLOT "${slot}" LOGICAL ${startLsn} ` +
    `(proto_version '1', publication_names '${PUBLICATION}', messages 'true')`;
  await log.stream(command, (data) => {
    if (data[0] === WAL_DATA) receive(data.subarray(HEADER_BYTES));
    if (data[0] !== KEEP_ALIVE) return;
    idle(data.readBigUInt64BE(1));
    if (data[17] === 1) sendStatus();
  });
  return {
    confirm(lsn) {
      if (lsn > confirmed) confirmed = lsn;
    },
  };
}
