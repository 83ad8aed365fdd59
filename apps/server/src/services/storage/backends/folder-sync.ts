import { syncToDisk } from '../../../platform/files.ts';

/** Resolves when all entries that the folder had at the call are on the disk. */
export type FolderSync = () => Promise<void>;

/** Calls that arrive while the folder is being synced share the next sync. */
export function createFolderSync(
  dir: string,
  sync: (dir: string) => Promise<void> = syncToDisk,
): FolderSync {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function start(): Promise<void> {
    next = null;
    const started = sync(dir);
    running = started;
    const clear = () => {
      if (running === started) running = null;
    };
    started.then(clear, clear);
    return started;
  }

  return () => {
    if (running === null) return start();
    // The running sync can have passed the new entry already.
    next ??= running.then(start, start);
    return next;
  };
}
