import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { readIfThere } from '../../platform/read-if-there.ts';

/** What hosted projects take for a name; `_` begins folders of shared code. */
const NAME = /^[A-Za-z][\w-]{0,99}$/;

const projectFile = z.object({
  functions: z
    .record(
      z.string(),
      z.object({ enabled: z.boolean().default(true), verify_jwt: z.boolean().default(true) }),
    )
    .default({}),
});
const denoFile = z.object({
  beaconpay: z.object({ allowNet: z.array(z.string()).default([]) }).optional(),
});

export interface FunctionPlace {
  readonly name: string;
  readonly entryUrl: string;
  readonly verifyJwt: boolean;
  /** Its deno.json; null without one. */
  readonly configPath: string | null;
  /** Hosts that it may reach besides the backend, `host` or `host:port`. */
  readonly allowNet: readonly string[];
}

interface FunctionCatalog {
  /** Null when there is no such function. */
  find(name: string): Promise<FunctionPlace | null>;
}

async function readProjectFile(dir: string): Promise<z.output<typeof projectFile>['functions']> {
  const path = join(dir, '..', 'config.toml');
  const text = await readIfThere(path);
  if (text === null) return {};
  const parsed = projectFile.safeParse(parse(text));
  if (!parsed.success) throw new Error(`${path} is not valid: ${z.prettifyError(parsed.error)}`);
  return parsed.data.functions;
}

/** The functions of a folder, as its project's config.toml and their deno.json state them. */
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
      const stated = (await readProjectFile(dir))[name] ?? { enabled: true, verify_jwt: true };
      if (!stated.enabled) return null;
      const configPath = join(dir, name, 'deno.json');
      const config = await readIfThere(configPath);
      const { beaconpay } = denoFile.parse(config === null ? {} : JSON.parse(config));
      return {
        name,
        entryUrl: pathToFileURL(entryPath).href,
        verifyJwt: stated.verify_jwt,
        configPath: config === null ? null : configPath,
        allowNet: beaconpay?.allowNet ?? [],
      };
    },
  };
}
