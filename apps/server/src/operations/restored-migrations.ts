import {
  findBaselines,
  findReplaceable,
  IncompleteBaselineError,
  withBaselines,
  type AppliedMigration,
} from '../migrations/baselines.ts';
import { identityOf, readMigrations, type MigrationFolder } from '../migrations/migration-files.ts';

/**
 * The ledger of a backup, with a baseline in the place of the files that it replaces.
 *
 * @throws Error when the backup's database had only some of these files
 */
export async function ledgerOf(
  backedUp: readonly AppliedMigration[],
  folders: readonly MigrationFolder[],
): Promise<AppliedMigration[]> {
  const baselines = findBaselines(await readMigrations(folders));
  try {
    return withBaselines(backedUp, findReplaceable(baselines, backedUp));
  } catch (error) {
    if (!(error instanceof IncompleteBaselineError)) throw error;
    throw new Error(
      `The backup is of an older version of BeaconPay than this one can restore. ${error.message} ` +
        `Restore it with version ${error.lastVersion}, start that version once and back up again.`,
      { cause: error },
    );
  }
}

/** The folders with only the files that the ledger lists, so that the backup's rows fit. The next start applies newer ones. */
export function foldersFor(
  ledger: readonly AppliedMigration[],
  folders: readonly MigrationFolder[],
): MigrationFolder[] {
  return folders.map((folder) => {
    const names = new Set(
      ledger.filter((one) => one.folder === folder.name).map((one) => one.fileName),
    );
    return { ...folder, includes: (fileName: string) => names.has(fileName) };
  });
}

/** @throws Error naming the migrations of the backup that this version lacks or has with another content */
export function checkSameMigrations(
  backedUp: readonly AppliedMigration[],
  applied: readonly AppliedMigration[],
): void {
  const here = new Map(applied.map((one) => [identityOf(one.folder, one.fileName), one.checksum]));
  const different = backedUp
    .map(({ folder, fileName, checksum }) => ({ name: identityOf(folder, fileName), checksum }))
    .filter(({ name, checksum }) => here.get(name) !== checksum)
    .map(({ name }) => name);
  if (different.length > 0) {
    throw new Error(
      `The backup is of another version of BeaconPay: ${different.join(', ')} is missing here or different.`,
    );
  }
}
