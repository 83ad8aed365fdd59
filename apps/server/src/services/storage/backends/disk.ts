import { closeSync, constants, createWriteStream, open as openFile, read, write } from 'node:fs';
import { copyFile, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline as connect, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { FileStore } from '@tus/file-store';
import { codeOf } from '../../../platform/error-code.ts';
import { syncToDisk } from '../../../platform/files.ts';
import type { MeasureSpace } from '../../../platform/free-space.ts';
import { checkVersion, MissingBytesError, type ByteRange, type ObjectBackend } from './backend.ts';
import { createDiskReserve, type DiskReserve } from './disk-reserve.ts';
import { createFolderSync, type FolderSync } from './folder-sync.ts';

const CHUNK_BYTES = 256 * 1024;

// The functions with callbacks, because a file handle costs about as much as its system calls. Nothing is left to
// be written when these files are closed, so closing does not block.
const openAsync = promisify(openFile);
const readAsync = promisify(read);
const writeAsync = promisify(write);

/** Fails when the file exists. A write resolves when its bytes are on the disk. */
const NEW_SYNCED_FILE =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_DSYNC;

/** @throws MissingBytesError when the file does not exist, otherwise the error itself */
function explain(error: unknown, version: string): never {
  throw codeOf(error) === 'ENOENT' ? new MissingBytesError(version, { cause: error }) : error;
}

/**
 * Few calls, because each one wakes another thread: with `O_DSYNC`, writing also syncs the file, and the folder is
 * synced at the same time.
 */
async function writeNewFile(path: string, bytes: Buffer, syncFolder: FolderSync): Promise<void> {
  const file = await openAsync(path, NEW_SYNCED_FILE, 0o600);
  const writeAll = async (): Promise<void> => {
    for (let length = 0; length < bytes.length;) {
      const { bytesWritten } = await writeAsync(file, bytes, length);
      length += bytesWritten;
    }
  };
  try {
    const results = await Promise.allSettled([writeAll(), syncFolder()]);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  } finally {
    closeSync(file);
  }
}

async function readRange(path: string, { start, end }: ByteRange): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(end - start + 1);
  const file = await openAsync(path, 'r');
  try {
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await readAsync(
        file,
        bytes,
        length,
        bytes.length - length,
        start + length,
      );
      if (bytesRead === 0) throw new MissingBytesError('The file is shorter than its object.');
      length += bytesRead;
    }
    return bytes;
  } finally {
    closeSync(file);
  }
}

/** A tus store that does not use the disk reserve. */
class ReservingFileStore extends FileStore {
  readonly #space: DiskReserve;

  constructor(space: DiskReserve, options: ConstructorParameters<typeof FileStore>[0]) {
    super(options);
    this.#space = space;
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const guard = this.#space.guard();
    try {
      return await super.write(
        connect(bytes, guard, () => undefined),
        id,
        offset,
      );
    } catch (error) {
      // The store replaces every error by a general one. The guard has the cause.
      throw guard.errored ?? error;
    }
  }
}

/** Stores bytes in one folder, in files named by their versions. */
export async function createDiskBackend(
  dir: string,
  measure?: MeasureSpace,
): Promise<ObjectBackend> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const space = createDiskReserve(dir, measure);
  const syncFolder = createFolderSync(dir);
  const pathOf = (version: string): string => join(dir, checkVersion(version));

  return {
    async write(version, bytes) {
      // File and folder are synced before a row refers to the version.
      const file = createWriteStream(pathOf(version), {
        flags: 'wx',
        mode: 0o600,
        flush: true,
        highWaterMark: CHUNK_BYTES,
      });
      await pipeline(bytes, space.guard(), file);
      await syncFolder();
    },
    async writeWhole(version, bytes) {
      await space.checkSmall(bytes.length);
      await writeNewFile(pathOf(version), bytes, syncFolder);
    },
    async read(version, range) {
      const handle = await open(pathOf(version), 'r').catch((error: unknown) =>
        explain(error, version),
      );
      return handle.createReadStream({ ...range, highWaterMark: CHUNK_BYTES });
    },
    readWhole: (version, range) =>
      readRange(pathOf(version), range).catch((error: unknown) => explain(error, version)),
    async copy(from, to) {
      await space.check();
      await copyFile(pathOf(from), pathOf(to), constants.COPYFILE_FICLONE).catch((error: unknown) =>
        explain(error, from),
      );
      await syncToDisk(pathOf(to));
      await syncFolder();
    },
    async remove(version) {
      await rm(pathOf(version), { force: true });
    },
    async settleUpload(version) {
      await syncToDisk(pathOf(version));
      await syncFolder();
    },
    forgetUpload: () => Promise.resolve(),
    createUploadStore: (records, lifetimeMs) =>
      new ReservingFileStore(space, {
        directory: dir,
        configstore: records,
        expirationPeriodInMilliseconds: lifetimeMs,
      }),
    close: () => undefined,
  };
}
