import { Transform } from 'node:stream';
import {
  MEBIBYTE,
  measureSpace,
  toMebibytes,
  type MeasureSpace,
} from '../../../platform/free-space.ts';

/** Free space that uploads must leave, because the database is usually on the same disk. */
const RESERVE_BYTES = 128 * MEBIBYTE;
/** The reserve of a small disk. The minimum is two segments of the write-ahead log. */
const RESERVE_SHARE = 0.1;
const MIN_RESERVE_BYTES = 32 * MEBIBYTE;
/** Bytes between two checks. Far less than the reserve. */
const CHECK_EVERY_BYTES = 8 * MEBIBYTE;
/** Other programs write to the disk, too. */
const CHECK_EVERY_MS = 1000;

/** The remaining space is reserved for the database. */
export class NoSpaceError extends Error {
  override readonly name = 'NoSpaceError';
}

export interface DiskReserve {
  /** @throws NoSpaceError */
  check(): Promise<void>;
  /** The same for a small file: measures at most once a second, or every 8 MiB of small files. */
  checkSmall(bytes: number): Promise<void>;
  /** A stream that fails with NoSpaceError when only the reserve is left. */
  guard(): Transform;
}

/** Keeps a part of the disk free for the database. */
export function createDiskReserve(dir: string, measure: MeasureSpace = measureSpace): DiskReserve {
  async function check(): Promise<void> {
    const { freeBytes, totalBytes } = await measure(dir);
    const smallDiskBytes = Math.max(MIN_RESERVE_BYTES, totalBytes * RESERVE_SHARE);
    if (freeBytes >= Math.min(RESERVE_BYTES, smallDiskBytes)) return;
    throw new NoSpaceError(
      `The disk of ${dir} has ${toMebibytes(freeBytes)} left, which is reserved for the database. Free some space.`,
    );
  }

  let smallBytes = 0;
  let checkedAtMs = -Infinity;

  return {
    check,
    async checkSmall(bytes) {
      smallBytes += bytes;
      const nowMs = performance.now();
      if (smallBytes < CHECK_EVERY_BYTES && nowMs - checkedAtMs < CHECK_EVERY_MS) return;
      await check();
      smallBytes = 0;
      checkedAtMs = nowMs;
    },
    guard() {
      let sinceCheck = CHECK_EVERY_BYTES;
      return new Transform({
        transform(chunk: Buffer, _encoding, pass) {
          sinceCheck += chunk.length;
          if (sinceCheck < CHECK_EVERY_BYTES) {
            pass(null, chunk);
            return;
          }
          sinceCheck = 0;
          check().then(
            () => pass(null, chunk),
            (error: unknown) => pass(error as Error),
          );
        },
      });
    },
  };
}
