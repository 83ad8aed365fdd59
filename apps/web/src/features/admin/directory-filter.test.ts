// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { directoryFilter } from './directory-filter.ts';

/** The pattern inside the quotes, without the escape characters. */
function patternOf(text: string): string {
  const [, quoted = ''] =
    /^search_name\.like\."(.*)",email\.ilike\."\1"$/s.exec(directoryFilter(text)) ?? [];
  return quoted.replace(/\\(.)/gs, '$1');
}

describe('directoryFilter', () => {
  it('finds the text in any part of the name or the email address', () => {
    expect(directoryFilter('ada')).toBe('search_name.like."%ada%",email.ilike."%ada%"');
  });

  it('ignores the case and the accents of names', () => {
    expect(directoryFilter('Zoë')).toBe('search_name.like."%zoe%",email.ilike."%Zoë%"');
  });

  it('ignores spaces around the text and keeps spaces inside it', () => {
    expect(patternOf('  ada l ')).toBe('%ada l%');
  });

  it.each([
    ['a%b', String.raw`%a\%b%`],
    ['a_b', String.raw`%a\_b%`],
    [String.raw`a\b`, String.raw`%a\\b%`],
  ])('treats the pattern character in %s as a literal', (text, pattern) => {
    expect(patternOf(text)).toBe(pattern);
  });

  it.each(['a,b', 'a)b', 'a(b', 'a"b', 'a.b', 'or=(id.not.is.null)'])(
    'keeps %s inside the quotes, so that it cannot add a filter',
    (text) => {
      expect(patternOf(text)).toBe(`%${text.replaceAll('_', String.raw`\_`)}%`);
    },
  );

  it('replaces an asterisk with a one-character wildcard, because PostgREST cannot escape an asterisk', () => {
    expect(patternOf('a*b')).toBe('%a_b%');
  });
});
