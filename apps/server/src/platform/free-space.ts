import { statfs } from 'node:fs/promises';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export type MeasureSpace = (path: string) => Promise<DiskSpace>;

/** The space that is free for processes without root rights, on the disk of a path. */
export const measureSpace: MeasureSpace = async (path) => {
  const { bavail, blocks, bsize } = await statfs(path);
  // A file system in memory can be unlimited; then it reports zero blocks.
  if (blocks === 0) return { freeBytes: Infinity, totalBytes: Infinity };
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
};

export const MEBIBYTE = 1024 * 1024;

/** Whole mebibytes, for an operator. */
export function toMebibytes(bytes: number): string {
  return `${String(Math.floor(bytes / MEBIBYTE))} MiB`;
}
