import { existsSync, readFileSync } from 'node:fs';
import type { KeyRule } from './key-rules.ts';
import { PROJECT_KEYS } from './project-keys.ts';
import { readTomlSettings, type TomlSetting } from './toml-document.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A known setting of config.toml with a valid value. */
export interface ProjectSetting {
  /** With dots, as in `auth.jwt_expiry`. */
  readonly key: string;
  readonly rule: KeyRule;
  /** The parts of the key that `*` in the rule's key stands for. */
  readonly names: readonly string[];
  readonly value: unknown;
  readonly line: number;
}

interface KeyPattern {
  readonly parts: readonly string[];
  readonly rule: KeyRule;
}

/** Patterns with more fixed parts come first. */
const PATTERNS: readonly KeyPattern[] = Object.entries(PROJECT_KEYS)
  .map(([key, rule]) => ({ parts: key.split('.'), rule }))
  .sort((one, other) => countFixed(other) - countFixed(one));

function countFixed({ parts }: KeyPattern): number {
  return parts.filter((part) => !part.startsWith('*')).length;
}

/** The parts that `*` stands for; null when the pattern does not match. */
function match({ parts }: KeyPattern, path: readonly string[]): string[] | null {
  const isOpen = parts.at(-1) === '**';
  const fixed = isOpen ? parts.slice(0, -1) : parts;
  if (isOpen ? path.length < fixed.length : path.length !== fixed.length) return null;
  const matches = fixed.every((part, index) => part === '*' || part === path[index]);
  return matches ? path.filter((_, index) => fixed[index] === '*') : null;
}

function findRule(path: readonly string[]): { rule: KeyRule; names: string[] } | null {
  for (const pattern of PATTERNS) {
    const names = match(pattern, path);
    if (names !== null) return { rule: pattern.rule, names };
  }
  return null;
}

const VARIABLE = /^env\((\w+)\)$/;

/** Replaces `env(NAME)`. Undefined when the variable is not set. */
function substitute(value: unknown, environment: Environment): unknown {
  if (Array.isArray(value)) {
    return value.map((each) => substitute(each, environment)).filter((each) => each !== undefined);
  }
  const [, name] = typeof value === 'string' ? (VARIABLE.exec(value) ?? []) : [];
  return name === undefined ? value : environment[name];
}

function readSetting(
  { path, value: given, line }: TomlSetting,
  environment: Environment,
): ProjectSetting | string | null {
  const key = path.join('.');
  const found = findRule(path);
  if (found === null) return `${String(line)}: ${key} is not a known setting`;
  const value = substitute(given, environment);
  if (value === undefined) return null;
  const parsed = found.rule.type.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${String(line)}: ${key} ${issue?.message ?? 'is not valid'}`;
  }
  return { key, ...found, value: parsed.data, line };
}

/**
 * The settings of a project's config.toml. Empty when the file does not exist.
 *
 * @throws Error that names file, line and key of every setting that is not known or not valid
 */
export function readProjectFile(path: string, environment: Environment): ProjectSetting[] {
  if (!existsSync(path)) return [];
  const read = readTomlSettings(readFileSync(path, 'utf8'), path).map((setting) =>
    readSetting(setting, environment),
  );
  const problems = read.filter((each) => typeof each === 'string');
  if (problems.length > 0) {
    throw new Error(problems.map((problem) => `${path}:${problem}`).join('\n'));
  }
  return read.filter((each): each is ProjectSetting => each !== null && typeof each !== 'string');
}

/** The values of the keys below a table, by the rest of their key. */
export function settingsUnder(
  settings: readonly ProjectSetting[],
  prefix: string,
): Record<string, unknown> {
  return Object.fromEntries(
    settings
      .filter(({ key }) => key.startsWith(`${prefix}.`))
      .map(({ key, value }) => [key.slice(prefix.length + 1), value]),
  );
}
