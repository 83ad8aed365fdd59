import { parseTOML, ParseError, getStaticTOMLValue } from 'toml-eslint-parser';
import type { AST } from 'toml-eslint-parser';

/** A value of a TOML file that is not a table. */
export interface TomlSetting {
  readonly path: readonly string[];
  readonly value: unknown;
  /** From 1. */
  readonly line: number;
}

function keysOf(key: AST.TOMLKey): string[] {
  return key.keys.map((part) => (part.type === 'TOMLBare' ? part.name : part.value));
}

/** A key with its value, or the keys of an inline table. */
function flatten(prefix: readonly string[], pair: AST.TOMLKeyValue): TomlSetting[] {
  const path = [...prefix, ...keysOf(pair.key)];
  if (pair.value.type === 'TOMLInlineTable') {
    return pair.value.body.flatMap((inner) => flatten(path, inner));
  }
  return [{ path, value: getStaticTOMLValue(pair.value), line: pair.loc.start.line }];
}

/**
 * The settings of a TOML text, with their lines.
 *
 * @param path the file, for the error
 * @throws Error that names the file and the line of a syntax error
 */
export function readTomlSettings(text: string, path: string): TomlSetting[] {
  try {
    const [document] = parseTOML(text).body;
    return document.body.flatMap((part) =>
      part.type === 'TOMLTable'
        ? part.body.flatMap((pair) => flatten(part.resolvedKey.map(String), pair))
        : flatten([], part),
    );
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw new Error(`${path}:${String(error.lineNumber)}: ${error.message}`, { cause: error });
  }
}
