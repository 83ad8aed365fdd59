import { identityOf, type Migration } from './migration-files.ts';

/** An entry of the ledger, `backend_migrations.applied`. */
export interface AppliedMigration {
  readonly folder: string;
  readonly fileName: string;
  readonly checksum: string;
}

/** A migration that replaces the earlier files of its folder. Its header lists them. */
export interface Baseline {
  readonly entry: AppliedMigration;
  readonly replaced: readonly AppliedMigration[];
  /** The last version that has the replaced files. */
  readonly lastVersion: string;
}

const REPLACES = /^-- replaces: (\S+\.sql) ([0-9a-f]{64})$/gm;
const LAST_VERSION = /^-- last-version: (\S+)$/m;

function parseBaseline({ folder, fileName, checksum, statements }: Migration): Baseline[] {
  const replaced = [...statements.matchAll(REPLACES)].map(([, name = '', sum = '']) => ({
    folder: folder.name,
    fileName: name,
    checksum: sum,
  }));
  if (replaced.length === 0) return [];
  const lastVersion = LAST_VERSION.exec(statements)?.[1] ?? '';
  return [{ entry: { folder: folder.name, fileName, checksum }, replaced, lastVersion }];
}

export function findBaselines(migrations: readonly Migration[]): Baseline[] {
  return migrations.flatMap(parseBaseline);
}

/** Some of the files that baselines replace were never applied, so the baselines do not fit. */
export class IncompleteBaselineError extends Error {
  readonly lastVersion: string;

  constructor(missing: readonly AppliedMigration[], lastVersion: string) {
    const names = missing.map(({ folder, fileName }) => identityOf(folder, fileName));
    super(`Missing migrations: ${names.join(', ')}.`);
    this.name = 'IncompleteBaselineError';
    this.lastVersion = lastVersion;
  }
}

/** @throws Error when a replaced file was applied with another content */
function checkContents(baseline: Baseline, checksums: ReadonlyMap<string, string>): void {
  for (const { folder, fileName, checksum } of baseline.replaced) {
    const applied = checksums.get(fileName);
    if (applied === undefined || applied === checksum) continue;
    throw new Error(
      `The migration ${identityOf(folder, fileName)} was applied with another content than ` +
        `version ${baseline.lastVersion} has. Start the version that applied it; nothing was changed in the database.`,
    );
  }
}

/** What the ledger has of a baseline. Null: the baseline itself, or none of the folder's files. */
function findProgress(
  baseline: Baseline,
  ledger: readonly AppliedMigration[],
): { readonly baseline: Baseline; readonly missing: readonly AppliedMigration[] } | null {
  const { folder, fileName } = baseline.entry;
  const checksums = new Map(
    ledger.filter((one) => one.folder === folder).map((one) => [one.fileName, one.checksum]),
  );
  if (checksums.size === 0 || checksums.has(fileName)) return null;
  checkContents(baseline, checksums);
  return { baseline, missing: baseline.replaced.filter((one) => !checksums.has(one.fileName)) };
}

/**
 * The baselines that stand for files in the ledger.
 *
 * @throws IncompleteBaselineError when the ledger has only some of the replaced files, or only later ones
 * @throws Error when a replaced file was applied with another content
 */
export function findReplaceable(
  baselines: readonly Baseline[],
  ledger: readonly AppliedMigration[],
): Baseline[] {
  const found = baselines
    .map((baseline) => findProgress(baseline, ledger))
    .filter((progress) => progress !== null);
  const missing = found.flatMap((progress) => progress.missing);
  const incomplete = found.find((progress) => progress.missing.length > 0);
  if (incomplete !== undefined) {
    throw new IncompleteBaselineError(missing, incomplete.baseline.lastVersion);
  }
  return found.map(({ baseline }) => baseline);
}

/** The ledger with the entries of the baselines instead of the files that they replace. */
export function withBaselines(
  ledger: readonly AppliedMigration[],
  baselines: readonly Baseline[],
): AppliedMigration[] {
  const replaced = new Set(
    baselines.flatMap((one) => one.replaced.map((file) => identityOf(file.folder, file.fileName))),
  );
  const kept = ledger.filter(({ folder, fileName }) => !replaced.has(identityOf(folder, fileName)));
  return [...kept, ...baselines.map(({ entry }) => entry)];
}
