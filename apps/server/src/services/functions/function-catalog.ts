import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { readProjectFile, settingsUnder } from '../../platform/project/project-file.ts';
import { readIfThere } from '../../platform/files.ts';

/** Valid names on hosted projects. Folders that begin with `_` contain shared code. */
const NAME = /^[A-Za-z][\w-]{0,99}$/;

/** Paths are relative to the folder of config.toml. */
interface FunctionTable {
  readonly enabled?: boolean;
  readonly verify_jwt?: boolean;
  readonly entrypoint?: string;
  readonly import_map?: string;
}

const denoFile = z.object({
  edgeRuntime: z.object({ allowNet: z.array(z.string()).default([]) }).optional(),
});

export interface DeployedFunction {
  readonly name: string;
  readonly entryUrl: string;
  readonly verifyJwt: boolean;
  /** The path of its deno.json; null without one. */
  readonly configPath: string | null;
  /** Hosts that it may connect to besides the backend, as `host` or `host:port`. */
  readonly allowNet: readonly string[];
}

export interface FunctionCatalog {
  /** The function, read at most `MAX_AGE_MS` ago. Null when there is no such function. */
  find(name: string): Promise<DeployedFunction | null>;
  /** The same, read from the disk now. */
  read(name: string): Promise<DeployedFunction | null>;
  /** Makes the next `find` of every function read the disk. */
  clear(): void;
}

/** The time after which a changed or removed function takes effect without a file event. */
export const MAX_AGE_MS = 1_000;
const MAX_CACHED = 1_000;

/** The `[functions.<name>]` table of config.toml. */
function readSettings(dir: string, name: string): FunctionTable {
  const settings = readProjectFile(join(dir, '..', 'config.toml'), {});
  return settingsUnder(settings, `functions.${name}`);
}

async function readFunction(dir: string, name: string): Promise<DeployedFunction | null> {
  if (!NAME.test(name)) return null;
  const table = readSettings(dir, name);
  const entryPath = resolve(dir, '..', table.entrypoint ?? join(dir, name, 'index.ts'));
  const isThere = await stat(entryPath).then(
    (entry) => entry.isFile(),
    () => false,
  );
  if (!isThere) return null;
  if (table.enabled === false) return null;
  const configPath = resolve(dir, '..', table.import_map ?? join(dir, name, 'deno.json'));
  const config = await readIfThere(configPath);
  const { edgeRuntime } = denoFile.parse(config === null ? {} : JSON.parse(config));
  return {
    name,
    entryUrl: pathToFileURL(entryPath).href,
    verifyJwt: table.verify_jwt ?? true,
    configPath: config === null ? null : configPath,
    allowNet: edgeRuntime?.allowNet ?? [],
  };
}

/**
 * The functions of a folder, with their settings in the project's config.toml and in their deno.json.
 * Entries have a maximum age, because file events are missing on some file systems. A function that does
 * not exist is not cached, so a new folder is found at once.
 */
export function createFunctionCatalog(
  dir: string,
  clock: { now(): number } = performance,
): FunctionCatalog {
  const cache = new LRUCache<string, DeployedFunction>({
    max: MAX_CACHED,
    ttl: MAX_AGE_MS,
    ttlResolution: 0,
    perf: clock,
  });
  return {
    async find(name) {
      const cached = cache.get(name);
      if (cached !== undefined) return cached;
      const startedAtMs = clock.now();
      const deployed = await readFunction(dir, name);
      // The age counts from the start of the read: a change during the read is not seen.
      if (deployed !== null) cache.set(name, deployed, { start: startedAtMs });
      return deployed;
    },
    read: (name) => readFunction(dir, name),
    clear: () => cache.clear(),
  };
}
