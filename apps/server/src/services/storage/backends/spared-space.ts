import { Transform } from 'node:stream';
import {
  MEBIBYTE,
  measureSpace,
  toMebibytes,
  type MeasureSpace,
} from '../../../platform/free-space.ts';

/** What files leave of a disk, for the database mostly lies on the same one and dies without. */
const SPARED_BYTES = 128 * MEBIBYTE;
/** Of a small disk, less is spared, but room for two segments of its log. */
const SPARED_SHARE = 0.1;
const LEAST_SPARED_BYTES = 32 * MEBIBYTE;
/** How much is written between two looks: far less than what is spared. */
const LOOK_EVERY_BYTES = 8 * MEBIBYTE;

/** The disk has room, but not for files. */
export class NoSpaceError extends Error {
  override readonly name = 'NoSpaceError';
}

export interface SparedSpace {
  /** @throws NoSpaceError */
  check(): Promise<void>;
  /** Passes bytes on for as long as there is room for them, and fails with NoSpaceError then. */
  guard(): Transform;
}

/** Keeps files from taking the last of a disk. */
export function createSparedSpace(dir: string, measure: MeasureSpace = measureSpace): SparedSpace {
  async function check(): Promise<void> {
    const { freeBytes, totalBytes } = await measure(dir);
    const smallDiskBytes = Math.max(LEAST_SPARED_BYTES, totalBytes * SPARED_SHARE);
    if (freeBytes >= Math.min(SPARED_BYTES, smallDiskBytes)) return;
    throw new NoSpaceError(
      `The disk of ${dir} has ${toMebibytes(freeBytes)} left, which are kept for the database: make room.`,
    );
  }

  return {
    check,
    guard() {
      let sinceLook = LOOK_EVERY_BYTES;
      return new Transform({
        transform(chunk: Buffer, _encoding, pass) {
          sinceLook += chunk.length;
          if (sinceLook < LOOK_EVERY_BYTES) {
            pass(null, chunk);
            return;
          }
          sinceLook = 0;
          check().then(
            () => pass(null, chunk),
            (error: unknown) => pass(error as Error),
          );
        },
      });
    },
  };
}
