import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);

/** The Deno that the npm package deno brings for this machine. */
export function findDeno(): string {
  const suffix = platform() === 'linux' ? '-glibc' : '';
  const packageName = `@deno/${platform()}-${arch()}${suffix}`;
  try {
    const dir = dirname(resolve(`${packageName}/package.json`));
    return join(dir, platform() === 'win32' ? 'deno.exe' : 'deno');
  } catch (cause) {
    throw new Error(`There is no Deno for ${platform()}-${arch()}, so functions cannot run.`, {
      cause,
    });
  }
}
