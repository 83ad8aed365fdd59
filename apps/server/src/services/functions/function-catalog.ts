import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import {
  parseProjectFile,
  projectFilePath,
  type ProjectFile,
} from '../../platform/project-file.ts';
import { readIfThere } from '../../platform/files.ts';

/** Valid names on hosted projects. Folders that begin with `_` contain shared code. */
const NAME = /^[A-Za-z][\w-]{0,99}$/;

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

async function readProjectFile(dir: string): Promise<ProjectFile['functions']> {
  const path = projectFilePath(dir);
  return parseProjectFile(await readIfThere(path), path).functions;
}

/** The functions of a folder, with their settings in the project's config.toml and in their deno.json. */
export function createFunctionCatalog(dir: string): FunctionCatalog {
  return {
    async find(name) {
      if (!NAME.test(name)) return null;
      const entryPath = join(dir, name, 'index.ts');
      const isThere = await stat(entryPath).then(
        (entry) => entry.isFile(),
        () => false,
      );
      if (!isThere) return null;
      const settings = (await readProjectFile(dir))[name] ?? { enabled: true, verify_jwt: true };
      if (!settings.enabled) return null;
      const configPath = join(dir, name, 'deno.json');
      const config = await readIfThere(configPath);
      const { edgeRuntime } = denoFile.parse(config === null ? {} : JSON.parse(config));
      return {
        name,
        entryUrl: pathToFileURL(entryPath).href,
        verifyJwt: settings.verify_jwt,
        configPath: config === null ? null : configPath,
        allowNet: edgeRuntime?.allowNet ?? [],
      };
    },
  };
}
