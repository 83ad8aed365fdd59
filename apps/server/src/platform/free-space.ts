import { statfs } from 'node:fs/promises';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export type MeasureSpace = (path: string) => Promise<DiskSpace>;

/** What is left, to whoever is no superuser, of the disk that a path is on. */
export const measureSpace: MeasureSpace = async (path) => {
  const { bavail, blocks, bsize } = await statfs(path);
  // A file system in memory may know no bounds, and says zero.
  if (blocks === 0) return { freeBytes: Infinity, totalBytes: Infinity };
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
};

export const MEBIBYTE = 1024 * 1024;

/** For people: whole mebibytes. */
export function toMebibytes(bytes: number): string {
  return `${String(Math.floor(bytes / MEBIBYTE))} MiB`;
}
