import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

export function runs(path: string, versionArgument = '--version'): Promise<boolean> {
  return run(path, [versionArgument], { timeout: 30_000 }).then(
    () => true,
    () => false,
  );
}

/**
 * The first of these programs that runs on this machine, by name on the PATH or by a fixed path.
 *
 * @param versionArgument prints the version of the program
 */
export async function findProgram(
  names: readonly string[],
  places: readonly string[],
  versionArgument = '--version',
): Promise<string | null> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = [
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    ...places,
  ];
  for (const path of candidates) {
    if ((await isExecutable(path)) && (await runs(path, versionArgument))) return path;
  }
  return null;
}
