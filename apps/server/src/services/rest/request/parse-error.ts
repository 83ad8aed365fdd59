/** The kinds of messages in a parse error, in the order in which Parsec prints them. */
const FOUND = 0;
export const UNEXPECTED = 1;
export const EXPECTED = 2;
export type Message = readonly [
  kind: typeof FOUND | typeof UNEXPECTED | typeof EXPECTED,
  text: string,
];

export interface ParseError {
  readonly at: number;
  /** Lazy, because most parse errors are discarded by an alternative. Null means no error. */
  readonly messages: (() => readonly Message[]) | null;
}

export const NO_ERROR: ParseError = { at: 0, messages: null };
export const EXPECTED_END = 'end of input';

export function merge(one: ParseError, other: ParseError): ParseError {
  const [ones, others] = [one.messages, other.messages];
  if (others === null) return one;
  if (ones === null) return other;
  if (one.at !== other.at) return one.at > other.at ? one : other;
  return { at: one.at, messages: () => [...ones(), ...others()] };
}

/** Formats a character as Haskell's `show` does. */
export function show(character: string, quote: '"' | "'"): string {
  const code = character.codePointAt(0) ?? 0;
  const isPlain = code >= 0x20 && code < 0x7f && character !== quote && character !== '\\';
  if (isPlain) return `${quote}${character}${quote}`;
  if (character === quote || character === '\\') return `${quote}\\${character}${quote}`;
  const named = { 7: 'a', 8: 'b', 9: 't', 10: 'n', 11: 'v', 12: 'f', 13: 'r', 127: 'DEL' }[code];
  return `${quote}\\${named ?? String(code)}${quote}`;
}

export const shown = (part: string): string => `"${part.replaceAll(/["\\]/g, '\\$&')}"`;

export function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

export function foundAt(text: string, at: number): Message {
  const character = characterAt(text, at);
  return [FOUND, character === '' ? '' : show(character, '"')];
}

export const errorAt = (text: string, at: number, ...expected: string[]): ParseError => ({
  at,
  messages: () => [foundAt(text, at), ...expected.map((name) => [EXPECTED, name] as const)],
});

/** Formats a position as Parsec does: a tab advances to the next multiple of eight. */
export function positionOf(text: string, at: number): string {
  let [line, column] = [1, 1];
  for (const character of text.slice(0, at)) {
    if (character === '\n') [line, column] = [line + 1, 1];
    else column += character === '\t' ? 8 - ((column - 1) % 8) : 1;
  }
  return `(line ${line}, column ${column})`;
}

/** Formats distinct texts as `a, b or c`. */
function listOf(texts: readonly string[]): string {
  const each = [...new Set(texts.filter((text) => text !== ''))];
  const last = each.pop() ?? '';
  return each.length === 0 ? last : `${each.join(', ')} or ${last}`;
}

export function describeParseError(error: ParseError): string {
  const messages = error.messages?.() ?? [];
  const textsOf = (kind: Message[0]) =>
    messages.filter((message) => message[0] === kind).map(([, text]) => text);
  const [found] = textsOf(FOUND);
  const unexpected = listOf(textsOf(UNEXPECTED));
  const expected = listOf(textsOf(EXPECTED));
  const problem = unexpected === '' && found !== undefined ? found || EXPECTED_END : unexpected;
  const parts = [
    ...(problem === '' ? [] : [`unexpected ${problem}`]),
    ...(expected === '' ? [] : [`expecting ${expected}`]),
  ];
  return parts.length === 0 ? 'unknown parse error' : parts.join(' ');
}
