import {
  MEBIBYTE,
  measureSpace,
  toMebibytes,
  type DiskSpace,
  type MeasureSpace,
} from '../../free-space.ts';
import type { Logger } from '../../logger.ts';

const INTERVAL_MS = 5_000;
/** One segment of the write-ahead log: Postgres cannot write with less. */
const FULL_DISK_BYTES = 16 * MEBIBYTE;
const LOW_BYTES = 1024 * MEBIBYTE;
/** On a disk of less than 10 GiB, free space is low below this share. */
const LOW_SHARE = 0.1;

export const FULL_DISK = 'The disk of the database is full.';

export const isFull = ({ freeBytes }: DiskSpace): boolean => freeBytes < FULL_DISK_BYTES;

type Level = 'enough' | 'low' | 'full';

function levelOf(space: DiskSpace): Level {
  if (isFull(space)) return 'full';
  const { freeBytes, totalBytes } = space;
  return freeBytes < Math.min(LOW_BYTES, totalBytes * LOW_SHARE) ? 'low' : 'enough';
}

export interface DiskWatch {
  /** Null while Postgres can write, else why it cannot, for an operator. */
  readonly cause: () => string | null;
  /** Measures now instead of at the next interval. */
  measureNow(): Promise<void>;
  stop(): void;
}

/** Logs when the disk of the database is nearly full, full, and has space again. */
export function createDiskWatch(
  dir: string,
  logger: Pick<Logger, 'info' | 'warn' | 'error'>,
  measure: MeasureSpace = measureSpace,
): DiskWatch {
  let level: Level = 'enough';

  function report(next: Level, free: string): void {
    const facts = { dir, free };
    if (next === 'full') {
      logger.error(facts, 'disk: full, Postgres cannot write; free some space');
    } else if (next === 'low') {
      logger.warn(facts, 'disk: nearly full; free some space');
    } else {
      logger.info(facts, 'disk: enough space again');
    }
  }

  async function measureNow(): Promise<void> {
    const space = await measure(dir).catch(() => null);
    // The supervisor of Postgres reports a missing folder.
    if (space === null) return;
    const next = levelOf(space);
    if (next === level) return;
    level = next;
    report(next, toMebibytes(space.freeBytes));
  }

  const timer = setInterval(() => void measureNow(), INTERVAL_MS).unref();
  void measureNow();
  return {
    cause: () => (level === 'full' ? FULL_DISK : null),
    measureNow,
    stop: () => clearInterval(timer),
  };
}
