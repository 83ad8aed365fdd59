import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);

/** The path of Deno in the npm package deno for this platform. */
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
