import { dirname, join, resolve } from 'node:path';
import type { Logger } from '../platform/logger.ts';
import { readProjectFile, type ProjectSetting } from '../platform/project/project-file.ts';
import { toProjectVariables, type ProjectVariable } from '../platform/project/project-variables.ts';

type Variables = Readonly<Record<string, string>>;

/** The variables of the environment, and of the project's config.toml where the environment has none. */
export interface ProjectConfig {
  readonly path: string;
  readonly variables: Variables;
  readonly settings: readonly ProjectSetting[];
  /** Settings that this server accepts without effect. */
  readonly unsupported: readonly Pick<ProjectSetting, 'key' | 'line'>[];
  /** The variables that come from the file. */
  readonly fromFile: ReadonlyMap<string, ProjectVariable>;
  /** The variables that both have. */
  readonly overridden: ReadonlyMap<string, ProjectVariable>;
}

/** The folder of config.toml: beside the functions. */
function projectDirOf({ FUNCTIONS_DIR, SUPABASE_WORKDIR = '.' }: Variables): string {
  return FUNCTIONS_DIR === undefined
    ? resolve(SUPABASE_WORKDIR, 'supabase')
    : dirname(resolve(FUNCTIONS_DIR));
}

/** Variables of the file that a variable with another name replaces. */
function isReplaced(name: string, environment: Variables): boolean {
  // The server that serves the site knows its address. Its own URL is the default for the site.
  return (
    name === 'SITE_URL' &&
    (environment.PUBLIC_URL !== undefined || environment.WEB_DIR !== undefined)
  );
}

/**
 * Reads the project's config.toml. The environment overrides it.
 *
 * @param environment the variables that are set
 * @throws Error that names file, line and key of a setting that is not known or not valid
 */
export function readProjectConfig(environment: Variables): ProjectConfig {
  const dir = projectDirOf(environment);
  const path = join(dir, 'config.toml');
  const settings = readProjectFile(path, environment);
  const fromFile = new Map<string, ProjectVariable>();
  const overridden = new Map<string, ProjectVariable>();
  for (const [name, variable] of toProjectVariables(settings, dir)) {
    const isOverridden = environment[name] !== undefined || isReplaced(name, environment);
    (isOverridden ? overridden : fromFile).set(name, variable);
  }
  const values = [...fromFile].map(([name, { value }]) => [name, value] as const);
  return {
    path,
    variables: { ...Object.fromEntries(values), ...environment },
    settings,
    unsupported: settings
      .filter(({ rule, value }) => rule.isSupported?.(value as never) === false)
      .map(({ key, line }) => ({ key, line })),
    fromFile,
    overridden,
  };
}

/** A variable as an error names it: by file, line and key when config.toml has set it. */
export function describeVariable({ path, fromFile }: ProjectConfig, name: string): string {
  const variable = fromFile.get(name);
  return variable === undefined ? name : `${path}:${String(variable.line)}: ${variable.key}`;
}

/** Logs the settings of config.toml that have no effect. */
export function logProjectConfig(
  project: Pick<ProjectConfig, 'path' | 'unsupported' | 'overridden'>,
  logger: Logger,
): void {
  for (const [variable, { key, line }] of project.overridden) {
    logger.debug({ variable, key, file: project.path, line }, 'config: environment overrides file');
  }
  for (const { key, line } of project.unsupported) {
    logger.warn({ key, file: project.path, line }, 'config: setting is not supported');
  }
}
