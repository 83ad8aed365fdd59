import {
  after,
  ahead,
  atEnd,
  attempt,
  before,
  between,
  choice,
  literal,
  many,
  map,
  named,
  notFollowedBy,
  optional,
  record,
  run,
  separated,
  sequence,
  type Parser,
} from './parsec.ts';
import { parseText } from './parse-text.ts';
import type { Field, JsonStep } from './query-types.ts';

const spaces = optional(run(/[ \t]/));
/** Accepts surrounding spaces. */
export const lexeme = <T>(parser: Parser<T>): Parser<T> => between(spaces, parser, spaces);

export const delimiter = named(literal('.'), 'delimiter (.)');

/** Letters, digits, `_`, `$` and inner spaces. */
export const identifier = map(run(/[\p{L}\p{N}_ $]/u, 'letter', 'digit'), (text) => text.trim());

const quotedCharacters = choice(run(/[^\\"]/u), after(literal('\\'), anyCharacter()));

function anyCharacter(): Parser<string> {
  const one = run(/[\s\S]/u);
  return (text, at) => {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const reply = one(text, at);
    return reply.isOk ? { ...reply, value: character, end: at + character.length } : reply;
  };
}

/** The text between double quotes. A backslash escapes the next character. */
export const quoted = map(between(literal('"'), many(quotedCharacters), literal('"')), (parts) =>
  parts.join(''),
);

const dash = attempt(before(literal('-'), notFollowedBy(/>/)));
const withDashes = (part: Parser<string>): Parser<string> =>
  map(separated(part, dash), (parts) => parts.join('-'));

/** A plain name, which may contain dashes, or a quoted name. */
export const fieldName = named(
  choice(quoted, withDashes(identifier)),
  'field name (* or [a..z0..9_$])',
);

const jsonKey = named(
  choice(quoted, withDashes(map(run(/[^(\-:.,>)]/u), (text) => text.trim()))),
  'any non reserved character different from: .,>()',
);

/** PostgREST parses an array index at the end of an embed as a key. */
const closing: Parser<null> = (text, at) => {
  const reply = ahead(literal(')'))(text, at);
  return reply.isOk ? reply : { ...reply, error: { at, messages: null } };
};
const indexEnd = choice<null>(
  ...['->', '::', '.', ','].map((next) => attempt(ahead(literal(next)))),
  attempt(atEnd),
  closing,
);
const jsonIndex = map(
  before(sequence<['-' | null, string]>(optional(literal('-')), run(/[0-9]/, 'digit')), indexEnd),
  ([sign, digits]) => `${sign ?? ''}${digits}`,
);

/** `->>` comes first, because `->` is a prefix of it. */
const arrow = choice<JsonStep['arrow']>(attempt(literal('->>')), attempt(literal('->')));
const operand = choice<Omit<JsonStep, 'arrow'>>(
  attempt(map(jsonIndex, (text) => ({ kind: 'index', text }))),
  attempt(map(jsonKey, (text) => ({ kind: 'key', text }))),
);

/** `->key->0->>last`, or nothing. */
const jsonPath: Parser<JsonStep[]> = many(
  map(sequence<[JsonStep['arrow'], Omit<JsonStep, 'arrow'>]>(arrow, operand), ([one, step]) => ({
    arrow: one,
    ...step,
  })),
);

/** A column with an optional JSON path. */
export const field = lexeme(record<Field>({ name: fieldName, path: jsonPath }));

const treePath = sequence<[string[], JsonStep[]]>(separated(fieldName, delimiter), jsonPath);
export const pathOfNames = separated(fieldName, delimiter);
const columns = separated(fieldName, lexeme(literal(',')));

/** Parses the key of a filter, order or range: `rel.rel.column->path`. */
export function parseTreePath(key: string): { path: string[]; field: Field } {
  const [names, path] = parseText(treePath, key, `failed to parse tree path (${key})`);
  const name = names.pop() ?? '';
  return { path: names, field: { name, path } };
}

/** Parses the distinct names of `columns=` or `on_conflict=`. */
export function parseColumnList(text: string, parameter: string): string[] {
  const subject = `failed to parse ${parameter} parameter (${text})`;
  return [...new Set(parseText(columns, text, subject))];
}
