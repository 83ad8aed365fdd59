import type { Duplex } from 'node:stream';
import type { Sql } from '../../../platform/database/connection.ts';
import { parseLsn } from './lsn.ts';

const PUBLICATION = 'supabase_realtime';
const STATUS_EVERY_MS = 5_000;
const WAL_DATA = 0x77;
const KEEP_ALIVE = 0x6b;
const HEADER_BYTES = 25;

export interface LogStreamHandlers {
  readonly hear: (message: Buffer) => void;
  /** Postgres is this far; whoever has nothing under way has all of it. */
  readonly idle: (lsn: bigint) => void;
}

export interface LogStream {
  /** Settles when the stream ends, for whatever reason. */
  readonly ended: Promise<void>;
  /** Postgres may forget what is before this. */
  confirm(lsn: bigint): void;
  pause(): void;
  resume(): void;
  close(): void;
}

function statusMessage(lsn: bigint): Buffer {
  const message = Buffer.alloc(34);
  message[0] = 'r'.charCodeAt(0);
  for (const offset of [1, 9, 17]) message.writeBigUInt64BE(lsn, offset);
  const microseconds = (BigInt(Date.now()) - 946_684_800_000n) * 1000n;
  message.writeBigInt64BE(microseconds, 25);
  return message;
}

/**
 * Reads the log from a slot, on a connection made for replication.
 *
 * @param startLsn what was committed before it is left out
 */
export async function openLogStream(
  replication: Sql,
  slot: string,
  startLsn: string,
  { hear, idle }: LogStreamHandlers,
): Promise<LogStream> {
  // The driver's type knows of writing only; both ways are open here.
  const stream = (await replication
    .unsafe(
      `START_REPLICATION SLOT "${slot}" LOGICAL ${startLsn} ` +
        `(proto_version '1', publication_names '${PUBLICATION}', messages 'true')`,
    )
    .writable()) as unknown as Duplex;
  let confirmed = parseLsn(startLsn);
  const tell = (): void => {
    if (stream.writable) stream.write(statusMessage(confirmed));
  };
  const timer = setInterval(tell, STATUS_EVERY_MS).unref();
  stream.on('data', (data: Buffer) => {
    if (data[0] === WAL_DATA) hear(data.subarray(HEADER_BYTES));
    if (data[0] !== KEEP_ALIVE) return;
    idle(data.readBigUInt64BE(1));
    if (data[17] === 1) tell();
  });
  const ended = new Promise<void>((resolve) => {
    stream.once('close', resolve);
    stream.once('error', () => resolve());
    stream.once('end', resolve);
  }).finally(() => clearInterval(timer));
  return {
    ended,
    confirm(lsn) {
      if (lsn <= confirmed) return;
      confirmed = lsn;
    },
    pause: () => void stream.pause(),
    resume: () => void stream.resume(),
    close: () => void stream.destroy(),
  };
}
