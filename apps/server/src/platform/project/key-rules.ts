import { z } from 'zod';

type Variables = Readonly<Record<string, string>>;

/** What the server does with a key of config.toml. */
export interface KeyRule {
  readonly type: z.ZodType;
  /**
   * The environment variables for the value.
   *
   * @param names the parts of the key that `*` matches
   */
  readonly toVariables?: (value: never, names: readonly string[]) => Variables;
  /** Whether the server implements the value. If not, the start logs a warning. */
  readonly isSupported?: (value: never) => boolean;
}

const boolean = z.boolean({ error: 'must be true or false' });
const integer = z.int({ error: 'must be a whole number' });
const text = z.string({ error: 'must be a text in quotes' });
const texts = z.array(text, { error: 'must be a list of texts' });

const UNIT_SECONDS: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 1 / 1000 };
const DURATION = /^(?:\d+(?:\.\d+)?(?:h|ms|m|s))+$/;

/** Seconds of a duration such as `24h` or `1m30s`, rounded up. */
const duration = text
  .regex(DURATION, 'must be a duration such as "24h" or "1m30s"')
  .transform((given) => {
    const parts = given.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g);
    const seconds = [...parts].map(
      ([, count, unit = '']) => Number(count) * (UNIT_SECONDS[unit] ?? 0),
    );
    return Math.ceil(seconds.reduce((sum, each) => sum + each, 0));
  });

export const toText = (variable: string): KeyRule => ({
  type: text,
  toVariables: (value: string) => ({ [variable]: value }),
});
export const toList = (variable: string): KeyRule => ({
  type: texts,
  toVariables: (value: string[]) => ({ [variable]: value.join(',') }),
});
export const toInteger = (variable: string): KeyRule => ({
  type: integer,
  toVariables: (value: number) => ({ [variable]: String(value) }),
});
export const toFlag = (variable: string): KeyRule => ({
  type: boolean,
  toVariables: (value: boolean) => ({ [variable]: String(value) }),
});
/** For a key that is the negation of its variable. */
export const toNegatedFlag = (variable: string): KeyRule => ({
  type: boolean,
  toVariables: (value: boolean) => ({ [variable]: String(!value) }),
});
export const toSeconds = (variable: string): KeyRule => ({
  type: duration,
  toVariables: (value: number) => ({ [variable]: String(value) }),
});
export const toOneOf = (values: Readonly<Record<string, string>>, variable: string): KeyRule => ({
  type: z.enum(Object.keys(values), {
    error: `must be one of ${Object.keys(values)
      .map((name) => `"${name}"`)
      .join(', ')}`,
  }),
  toVariables: (value: string) => ({ [variable]: values[value] ?? '' }),
});

/** A key with one supported value. */
export const onlyBoolean = (supported: boolean): KeyRule => ({
  type: boolean,
  isSupported: (value: boolean) => value === supported,
});
export const onlyInteger = (supported: number): KeyRule => ({
  type: integer,
  isSupported: (value: number) => value === supported,
});
/** A key that the server cannot apply. */
export const unsupportedText: KeyRule = { type: text, isSupported: () => false };
export const unsupportedDuration: KeyRule = { type: duration, isSupported: () => false };

/** Keys that `project-variables.ts` and the functions service combine with others. */
export const partBoolean: KeyRule = { type: boolean };
export const partInteger: KeyRule = { type: integer };
export const partText: KeyRule = { type: text };
export const partTexts: KeyRule = { type: texts };

/** A key that only the Supabase CLI uses, such as a port of its containers. */
export const ofCli: KeyRule = { type: z.unknown() };
