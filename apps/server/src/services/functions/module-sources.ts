import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';

const REMOTE = /^(?:https?|jsr):/;
/** The error of Deno for an npm package that is not installed. It has no specifier. */
const NOT_INSTALLED = "Could not find a matching package for 'npm:";
const TIMEOUT_MS = 30_000;
const MAX_OUTPUT_BYTES = 64 * 1_048_576;

const dependency = z.object({
  code: z.object({ specifier: z.string().default(''), error: z.string().default('') }).optional(),
});
const moduleGraph = z.object({
  modules: z.array(z.object({ dependencies: z.array(dependency).default([]) })),
});

const ONLY_INSTALLED = ['--no-remote', '--node-modules-dir=manual'];
/** Arguments of Deno for the modules of a function. */
export const MODULE_SOURCES = {
  installed: ['--cached-only', ...ONLY_INSTALLED],
  /** Fetched from the network, or cached by an earlier start. */
  fetched: ['--allow-import', '--node-modules-dir=none'],
} as const;

/** The parts that all Deno commands for one function have in common. */
export interface DenoCommand {
  readonly denoPath: string;
  /** `--config=…`, or `--no-config` for a function without a deno.json. */
  readonly configArgument: string;
  /** The folder of all functions. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Whether a function imports modules, statically or dynamically, that are not installed. */
export async function importsRemoteModules(
  { denoPath, configArgument, cwd, env }: DenoCommand,
  entryUrl: string,
): Promise<boolean> {
  const { stdout } = await promisify(execFile)(
    denoPath,
    ['info', '--json', '--no-lock', ...ONLY_INSTALLED, configArgument, entryUrl],
    { cwd, env, timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES },
  );
  const { modules } = moduleGraph.parse(JSON.parse(stdout));
  return modules
    .flatMap(({ dependencies }) => dependencies)
    .some(
      ({ code }) => code && (REMOTE.test(code.specifier) || code.error.startsWith(NOT_INSTALLED)),
    );
}
