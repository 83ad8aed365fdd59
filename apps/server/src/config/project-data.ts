import type { ProjectSetting } from '../platform/project/project-file.ts';
import { settingsUnder } from '../platform/project/project-file.ts';
import { parseSize } from '../services/storage/size.ts';

export interface ProjectBucket {
  readonly name: string;
  readonly isPublic: boolean;
  /** Null: the limit of the server. */
  readonly fileSizeLimitBytes: number | null;
  /** Null: all types. */
  readonly allowedMimeTypes: readonly string[] | null;
}

/** What a project's config.toml puts into a database, besides migrations. */
export interface ProjectData {
  /** Paths relative to config.toml, with `*` for any file name. Empty when `[db.seed]` is off. */
  readonly seedPaths: readonly string[];
  /** The tables `[storage.buckets.*]`. */
  readonly buckets: readonly ProjectBucket[];
}

/** The default of the Supabase CLI. */
const DEFAULT_SEED_PATHS = ['./seed.sql'];
const BUCKETS = 'storage.buckets';

function toBucket(settings: readonly ProjectSetting[], name: string, path: string): ProjectBucket {
  const values = settingsUnder(settings, `${BUCKETS}.${name}`);
  const size = values.file_size_limit as string | undefined;
  const fileSizeLimitBytes = size === undefined ? null : parseSize(size);
  if (size !== undefined && fileSizeLimitBytes === null) {
    const key = `${BUCKETS}.${name}.file_size_limit`;
    const line = settings.find((setting) => setting.key === key)?.line ?? 1;
    throw new Error(`${path}:${String(line)}: ${key} must be a size such as 50MiB`);
  }
  const types = values.allowed_mime_types as readonly string[] | undefined;
  return {
    name,
    isPublic: values.public === true,
    fileSizeLimitBytes,
    allowedMimeTypes: types === undefined || types.length === 0 ? null : types,
  };
}

/**
 * The seed files and buckets of a project.
 *
 * @throws Error that names file, line and key of a size that is not valid
 */
export function toProjectData(settings: readonly ProjectSetting[], path: string): ProjectData {
  const seed = settingsUnder(settings, 'db.seed');
  const names = settings
    .filter(({ key }) => key.startsWith(`${BUCKETS}.`))
    .map(({ names: [name = ''] }) => name);
  return {
    seedPaths:
      seed.enabled === false
        ? []
        : ((seed.sql_paths as readonly string[] | undefined) ?? DEFAULT_SEED_PATHS),
    buckets: [...new Set(names)].map((name) => toBucket(settings, name, path)),
  };
}
