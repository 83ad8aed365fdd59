// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { directoryFilter } from './directory-filter.ts';

/** The pattern the API reads back from the quotes around it. */
function patternOf(text: string): string {
  const [, quoted = ''] =
    /^search_name\.like\."(.*)",email\.ilike\."\1"$/s.exec(directoryFilter(text)) ?? [];
  return quoted.replace(/\\(.)/gs, '$1');
}

describe('directoryFilter', () => {
  it('looks for the text anywhere in the name or the e-mail address', () => {
    expect(directoryFilter('ada')).toBe('search_name.like."%ada%",email.ilike."%ada%"');
  });

  it('ignores the case and the accents of names', () => {
    expect(directoryFilter('Zoë')).toBe('search_name.like."%zoe%",email.ilike."%Zoë%"');
  });

  it('leaves out spaces around the text, not those inside', () => {
    expect(patternOf('  ada l ')).toBe('%ada l%');
  });

  it.each([
    ['a%b', String.raw`%a\%b%`],
    ['a_b', String.raw`%a\_b%`],
    [String.raw`a\b`, String.raw`%a\\b%`],
  ])('takes the pattern sign in %s for itself', (text, pattern) => {
    expect(patternOf(text)).toBe(pattern);
  });

  it.each(['a,b', 'a)b', 'a(b', 'a"b', 'a.b', 'or=(id.not.is.null)'])(
    'keeps %s inside the quotes, so that no other condition arises',
    (text) => {
      expect(patternOf(text)).toBe(`%${text.replaceAll('_', String.raw`\_`)}%`);
    },
  );

  it('lets an asterisk match one character, for the API knows no literal one', () => {
    expect(patternOf('a*b')).toBe('%a_b%');
  });
});
