import { readFile } from 'node:fs/promises';

export interface OperatingSystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** Postgres refuses to run as root. As root, the server runs it as the user postgres, or else nobody. */
export async function findUnprivilegedUser(): Promise<OperatingSystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .map((line) => line.split(':'));
  const account =
    accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  if (account === undefined) {
    throw new Error('Postgres cannot run as root here; start as another user or set DATABASE_URL.');
  }
  return { uid: Number(account[2]), gid: Number(account[3]) };
}
