import {
  MEBIBYTE,
  measureSpace,
  toMebibytes,
  type DiskSpace,
  type MeasureSpace,
} from '../../free-space.ts';
import type { Logger } from '../../logger.ts';

const INTERVAL_MS = 5_000;
/** Less than Postgres needs to get anywhere: one segment of its log. */
const FULL_DISK_BYTES = 16 * MEBIBYTE;
const LOW_BYTES = 1024 * MEBIBYTE;
/** Of a small disk, less counts as little. */
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
  /** Null while Postgres can write, else why it cannot, in plain words. */
  readonly cause: () => string | null;
  /** Looks now, instead of when it is time. */
  look(): Promise<void>;
  stop(): void;
}

/** Tells of a disk that fills up before what lies on it fails, and when it has. */
export function createDiskWatch(
  dir: string,
  logger: Pick<Logger, 'info' | 'warn' | 'error'>,
  measure: MeasureSpace = measureSpace,
): DiskWatch {
  let level: Level = 'enough';

  function tell(next: Level, free: string): void {
    const facts = { dir, free };
    if (next === 'full') {
      logger.error(facts, 'the disk of the database is full: nothing can be written, make room');
    } else if (next === 'low') {
      logger.warn(facts, 'the disk of the database is nearly full: make room');
    } else {
      logger.info(facts, 'the disk of the database has room again');
    }
  }

  async function look(): Promise<void> {
    const space = await measure(dir).catch(() => null);
    // What keeps it from being measured, such as a folder that is gone, others tell of.
    if (space === null) return;
    const next = levelOf(space);
    if (next === level) return;
    level = next;
    tell(next, toMebibytes(space.freeBytes));
  }

  const timer = setInterval(() => void look(), INTERVAL_MS).unref();
  void look();
  return {
    cause: () => (level === 'full' ? FULL_DISK : null),
    look,
    stop: () => clearInterval(timer),
  };
}
