import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
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
  /** Null when there is no such function. */
  find(name: string): Promise<DeployedFunction | null>;
}

/** The `[functions.<name>]` table of config.toml. */
function readSettings(dir: string, name: string): FunctionTable {
  const settings = readProjectFile(join(dir, '..', 'config.toml'), {});
  return settingsUnder(settings, `functions.${name}`);
}

/** The functions of a folder, with their settings in the project's config.toml and in their deno.json. */
export function createFunctionCatalog(dir: string): FunctionCatalog {
  return {
    async find(name) {
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
    },
  };
}
