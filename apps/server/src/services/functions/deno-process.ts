import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Agent } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXIT, type Order } from '../../../deno/protocol.ts';
import type { Logger } from '../../platform/logger.ts';
import type { DeployedFunction } from './function-catalog.ts';
import { createFunctionLog } from './function-log.ts';
import { importsRemoteModules, MODULE_SOURCES, type DenoCommand } from './module-sources.ts';
import type { FunctionLimits } from './settings.ts';

const RUNTIME_DIR = fileURLToPath(new URL('../../../deno', import.meta.url));
const START_TIMEOUT_MS = 30_000;
/** V8 ends the process with these signals when its heap is full. Linux sends SIGKILL when the memory is full. */
const OUT_OF_MEMORY_SIGNALS = ['SIGTRAP', 'SIGABRT', 'SIGILL', 'SIGKILL'];
const OUT_OF_MEMORY_CODE = 133;
const MEBIBYTE = 1_048_576;

type EndReason =
  /** The process exceeded a limit of memory or CPU time. */
  | 'resource-limit'
  /** The function failed outside of any request. */
  | 'crashed'
  /** The server ended it. */
  | 'stopped';

export interface DenoProcess {
  readonly socketPath: string;
  /** Keeps connections to the process open. */
  readonly agent: Agent;
  readonly ended: Promise<EndReason>;
  stop(): Promise<void>;
}

interface DenoProcessOptions {
  readonly denoPath: string;
  readonly deployed: DeployedFunction;
  /** The folder of all functions. */
  readonly functionsDir: string;
  readonly cacheDir: string;
  readonly socketPath: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Proxies and registries for fetching modules. The function cannot read them. */
  readonly fetchVariables: Readonly<Record<string, string>>;
  /** `host` or `host:port`. */
  readonly allowNet: readonly string[];
  readonly limits: FunctionLimits;
  readonly logger: Logger;
}

/** The `node_modules` folders from which a function can import packages. */
function packageDirs(functionsDir: string): string[] {
  const parent = dirname(functionsDir);
  const above = parent === functionsDir ? [] : packageDirs(parent);
  const dir = join(functionsDir, 'node_modules');
  return existsSync(dir) ? [dir, ...above] : above;
}

function denoCommand({
  denoPath,
  deployed,
  functionsDir,
  cacheDir,
  variables,
  fetchVariables,
}: DenoProcessOptions): DenoCommand {
  return {
    denoPath,
    configArgument:
      deployed.configPath === null ? '--no-config' : `--config=${deployed.configPath}`,
    cwd: functionsDir,
    env: {
      ...fetchVariables,
      ...variables,
      DENO_DIR: cacheDir,
      DENO_NO_UPDATE_CHECK: '1',
      NO_COLOR: '1',
    },
  };
}

function denoArguments(
  options: DenoProcessOptions,
  configArgument: string,
  isRemote: boolean,
  order: Order,
): string[] {
  const { functionsDir, socketPath, allowNet, limits } = options;
  // The supervisor reads modules. The worker that runs the function has no access to files.
  const modules = [functionsDir, RUNTIME_DIR, ...packageDirs(functionsDir)];
  return [
    'run',
    '--quiet',
    '--no-prompt',
    '--no-lock',
    '--no-check',
    ...(isRemote ? MODULE_SOURCES.fetched : MODULE_SOURCES.installed),
    '--unstable-worker-options',
    // The signal of a request aborts only when the client disconnects, not after the response.
    '--unstable-no-legacy-abort',
    configArgument,
    // The environment contains only the function's own variables. Other names are undefined.
    '--allow-env',
    `--allow-net=${[`unix:${socketPath}`, ...allowNet].join(',')}`,
    `--allow-read=${[socketPath, ...modules].join(',')}`,
    `--allow-write=${socketPath}`,
    // The supervisor enforces a lower limit. V8 enforces this one at once.
    `--v8-flags=--max-old-space-size=${String(Math.ceil(limits.memoryBytes / MEBIBYTE))}`,
    join(RUNTIME_DIR, 'supervisor.ts'),
    JSON.stringify(order),
  ];
}

function reasonOf(code: number | null, signal: NodeJS.Signals | null): EndReason {
  if (code === EXIT.limit || code === OUT_OF_MEMORY_CODE) return 'resource-limit';
  if (signal !== null && OUT_OF_MEMORY_SIGNALS.includes(signal)) return 'resource-limit';
  return 'crashed';
}

/**
 * Starts a function in a Deno process of its own. Resolves when it accepts requests.
 *
 * @returns null when it does not start; the log has the reason
 */
export async function startDenoProcess(options: DenoProcessOptions): Promise<DenoProcess | null> {
  const { deployed, variables, limits, logger, socketPath } = options;
  const mark = `${randomBytes(12).toString('base64url')} `;
  const command = denoCommand(options);
  const { denoPath, cwd, env } = command;
  const isRemote = await importsRemoteModules(command, deployed.entryUrl);
  const child = spawn(
    denoPath,
    denoArguments(options, command.configArgument, isRemote, {
      entryUrl: deployed.entryUrl,
      socketPath,
      mark,
      memoryBytes: limits.memoryBytes,
      cpuMs: limits.cpuMs,
      variables: Object.keys(variables),
    }),
    { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  // The pipe is only kept open. It breaks when the process ends.
  child.stdin.on('error', () => undefined);
  const agent = new Agent({ keepAlive: true });
  let stopped = false;
  const ready = Promise.withResolvers<true>();
  const ended = new Promise<EndReason>((resolve) => {
    child.once('error', (error) => {
      logger.error({ err: error, function: deployed.name }, 'functions: failed to start Deno');
      resolve('crashed');
    });
    child.once('close', (code, signal) => {
      agent.destroy();
      resolve(stopped ? 'stopped' : reasonOf(code, signal));
    });
  });
  const onReady = () => ready.resolve(true);
  const readLog = createFunctionLog({ name: deployed.name, mark, logger, onReady });
  readLog(child.stdout);
  readLog(child.stderr);

  const stop = async (): Promise<void> => {
    stopped = true;
    child.kill('SIGKILL');
    await ended;
  };
  const timeout = setTimeout(() => void stop(), START_TIMEOUT_MS);
  const isReady = await Promise.race([ready.promise, ended.then(() => false)]);
  clearTimeout(timeout);
  if (!isReady) {
    logger.error({ function: deployed.name }, 'functions: failed to start a function');
    return null;
  }
  return { socketPath, agent, ended, stop };
}
