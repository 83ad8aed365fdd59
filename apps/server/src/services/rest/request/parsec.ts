import {
  characterAt,
  errorAt,
  EXPECTED,
  EXPECTED_END,
  foundAt,
  merge,
  NO_ERROR,
  show,
  shown,
  UNEXPECTED,
  type Message,
  type ParseError,
} from './parse-error.ts';

/**
 * Parser combinators with the error rules of Parsec, which produce PostgREST's messages: an error names
 * the furthest position reached and everything expected there. An alternative that has consumed input is
 * final, unless `attempt` wraps it.
 */
export type Parser<T> = (text: string, at: number) => Reply<T>;

interface Ok<T> {
  readonly isOk: true;
  readonly value: T;
  readonly end: number;
  readonly isConsumed: boolean;
  /** What else was expected at the end. */
  readonly error: ParseError;
}

interface Err {
  readonly isOk: false;
  readonly isConsumed: boolean;
  readonly error: ParseError;
}

type Reply<T> = Ok<T> | Err;

const ok = <T>(value: T, start: number, end: number, error = NO_ERROR): Ok<T> => ({
  isOk: true,
  value,
  end,
  isConsumed: end > start,
  error,
});

const err = (isConsumed: boolean, error: ParseError): Err => ({
  isOk: false,
  isConsumed,
  error,
});

/** Consumes nothing. */
export const pure =
  <T>(value: T): Parser<T> =>
  (_text, at) =>
    ok(value, at, at);

/** Consumes one or more matching characters. */
export function run(characters: RegExp, ...names: string[]): Parser<string> {
  const sticky = new RegExp(`(?:${characters.source})+`, `${characters.flags}y`);
  return (text, at) => {
    sticky.lastIndex = at;
    const taken = sticky.exec(text)?.[0];
    if (taken === undefined) return err(false, errorAt(text, at, ...names));
    const end = at + taken.length;
    return ok(taken, at, end, errorAt(text, end, ...names));
  };
}

/** Consumes this text. It may fail after consuming a part of it, as in Parsec. */
export function literal<T extends string>(part: T): Parser<T> {
  return (text, at) => {
    let end = at;
    for (const character of part) {
      if (!text.startsWith(character, end)) {
        const mismatch = end;
        const messages = (): Message[] => [foundAt(text, mismatch), [EXPECTED, shown(part)]];
        return err(end > at, { at, messages });
      }
      end += character.length;
    }
    return ok(part, at, end);
  };
}

/** Consumes this text in any letter case. */
export function literalOfAnyCase<T extends string>(part: T): Parser<T> {
  return (text, at) => {
    let end = at;
    for (const character of part) {
      const next = characterAt(text, end);
      if (next.toLowerCase() !== character) return err(end > at, errorAt(text, end));
      end += next.length;
    }
    return ok(part, at, end);
  };
}

/** All parsers one after the other. */
export function sequence<T extends readonly unknown[]>(
  ...parsers: { readonly [Index in keyof T]: Parser<T[Index]> }
): Parser<T> {
  return (text, at) => {
    const values: unknown[] = [];
    let [end, isConsumed, error] = [at, false, NO_ERROR];
    for (const parser of parsers as readonly Parser<unknown>[]) {
      const reply = parser(text, end);
      error = reply.isConsumed ? reply.error : merge(error, reply.error);
      isConsumed ||= reply.isConsumed;
      if (!reply.isOk) return err(isConsumed, error);
      values.push(reply.value);
      ({ end } = reply);
    }
    return { isOk: true, value: values as unknown as T, end, isConsumed, error };
  };
}

/** All parsers one after the other, in the order of the keys. */
export function record<T extends object>(parsers: {
  readonly [Key in keyof T]: Parser<T[Key]>;
}): Parser<T> {
  const keys = Object.keys(parsers);
  const all = sequence<unknown[]>(...Object.values<Parser<unknown>>(parsers));
  return map(
    all,
    (values) => Object.fromEntries(values.map((value, index) => [keys[index], value])) as T,
  );
}

/** The first parser that succeeds. */
export function choice<T>(...parsers: readonly Parser<T>[]): Parser<T> {
  return (text, at) => {
    let error = NO_ERROR;
    for (const parser of parsers) {
      const reply = parser(text, at);
      if (reply.isConsumed) return reply;
      error = merge(error, reply.error);
      if (reply.isOk) return { ...reply, error };
    }
    return err(false, error);
  };
}

/** Backtracks on failure, so that the next alternative is tried. */
export const attempt =
  <T>(parser: Parser<T>): Parser<T> =>
  (text, at) => {
    const reply = parser(text, at);
    return reply.isOk ? reply : err(false, reply.error);
  };

/** Names the whole parser in errors, if it consumes nothing. */
export const named =
  <T>(parser: Parser<T>, name: string): Parser<T> =>
  (text, at) => {
    const reply = parser(text, at);
    const { at: position, messages } = reply.error;
    if (reply.isConsumed || (reply.isOk && messages === null)) return reply;
    const renamed = (): Message[] => [
      [EXPECTED, name],
      ...(messages?.() ?? []).filter(([kind]) => kind !== EXPECTED),
    ];
    return { ...reply, error: { at: position, messages: renamed } };
  };

export const map =
  <T, U>(parser: Parser<T>, change: (value: T) => U): Parser<U> =>
  (text, at) => {
    const reply = parser(text, at);
    return reply.isOk ? { ...reply, value: change(reply.value) } : reply;
  };

/** Fails on this value without an error message. */
export const excluding =
  <T>(parser: Parser<T>, value: T): Parser<T> =>
  (text, at) => {
    const reply = parser(text, at);
    const isExcluded = reply.isOk && reply.value === value;
    return isExcluded ? err(reply.isConsumed, reply.error) : reply;
  };

export const many =
  <T>(parser: Parser<T>): Parser<T[]> =>
  (text, at) => {
    const values: T[] = [];
    for (let end = at; ;) {
      const reply = parser(text, end);
      if (!reply.isOk) {
        return reply.isConsumed ? reply : ok(values, at, end, reply.error);
      }
      values.push(reply.value);
      ({ end } = reply);
    }
  };

export const optional = <T>(parser: Parser<T>): Parser<T | null> =>
  choice<T | null>(parser, pure(null));

/** Both parsers; the value of the first. */
export const before = <T>(parser: Parser<T>, next: Parser<unknown>): Parser<T> =>
  map(sequence<[T, unknown]>(parser, next), ([value]) => value);

/** Both parsers; the value of the second. */
export const after = <T>(first: Parser<unknown>, parser: Parser<T>): Parser<T> =>
  map(sequence<[unknown, T]>(first, parser), ([, value]) => value);

export const between = <T>(
  open: Parser<unknown>,
  parser: Parser<T>,
  close: Parser<unknown>,
): Parser<T> => before(after(open, parser), close);

export const separated = <T>(parser: Parser<T>, separator: Parser<unknown>): Parser<T[]> =>
  map(sequence<[T, T[]]>(parser, many(after(separator, parser))), ([first, rest]) => [
    first,
    ...rest,
  ]);

/** Succeeds if this comes next, and consumes nothing. */
export const ahead =
  (parser: Parser<unknown>): Parser<null> =>
  (text, at) => {
    const reply = parser(text, at);
    return reply.isOk ? ok(null, at, at) : err(false, reply.error);
  };

/** Succeeds if no such character comes next. */
export const notFollowedBy =
  (character: RegExp): Parser<null> =>
  (text, at) => {
    const next = characterAt(text, at);
    if (next === '' || !character.test(next)) return ok(null, at, at);
    const messages = (): Message[] => [[UNEXPECTED, show(next, "'")]];
    return err(false, { at: at + next.length, messages });
  };

export const atEnd: Parser<null> = (text, at) => {
  const next = characterAt(text, at);
  if (next === '') return ok(null, at, at);
  const messages = (): Message[] => [
    [EXPECTED, EXPECTED_END],
    [UNEXPECTED, show(next, "'")],
  ];
  return err(false, { at, messages });
};
