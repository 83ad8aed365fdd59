import { describe, expect, test } from 'vitest';
import type { AuthSettings } from './settings.ts';
import { chooseRedirect, withParameters } from './redirects.ts';

function choose(requested: string | undefined, redirectAllowList: string[] = []): string {
  const config = { siteUrl: 'http://localhost:3000', redirectAllowList } as unknown as AuthSettings;
  return chooseRedirect(config, requested);
}

describe('the redirect of a link', () => {
  test('is the site if none is requested', () => {
    expect(choose(undefined)).toBe('http://localhost:3000');
  });

  test.each(['http://localhost:3000/personal', 'http://localhost:3000/a/../b?c=d'])(
    'may be any page of the site: %s',
    (requested) => {
      expect(choose(requested)).toBe(new URL(requested).href);
    },
  );

  test.each([
    'http://localhost:3001/',
    'https://localhost:3000/',
    'http://localhost:3000@evil.example/',
    'http://user@localhost:3000/',
    'http://evil.example/#http://localhost:3000',
    'data:text/html,x',
    'javascript:alert(1)//http://localhost:3000',
  ])('is never elsewhere: %s', (requested) => {
    expect(choose(requested)).toBe('http://localhost:3000');
  });

  test.each([
    ['https://app.example', 'https://app.example/', true],
    ['https://app.example/', 'https://app.example', true],
    ['https://app.example', 'https://app.example/deeper', false],
    ['https://*.app.example/*', 'https://one.app.example/x', true],
    ['https://*.app.example/*', 'https://one.two.app.example/x', false],
    ['https://*.app.example/*', 'https://one.app.example/x/y', false],
    ['https://*.app.example/**', 'https://one.app.example/x/y?z=1', true],
    ['https://app?.example/', 'https://app7.example/', true],
    ['https://app.example/', 'https://appxexample/', false],
    ['beacon://open', 'beacon://open', true],
    ['beacon://open', 'beacon://other', false],
  ])('may be what the operator allows: %s and %s', (pattern, requested, isAllowed) => {
    const expected = isAllowed ? new URL(requested).href : 'http://localhost:3000';
    expect(choose(requested, [pattern])).toBe(expected);
  });

  test('loses its fragment, because the session is added there', () => {
    expect(choose('http://localhost:3000/x#access_token=forged')).toBe('http://localhost:3000/x');
  });
});

describe('a URL with parameters', () => {
  test('keeps its own query', () => {
    const address = 'https://pay.example/x?tab=1';
    expect(withParameters(address, { code: 'a b' }, { query: true, fragment: false })).toBe(
      'https://pay.example/x?tab=1&code=a+b',
    );
    expect(withParameters(address, { code: 'a&b' }, { query: false, fragment: true })).toBe(
      'https://pay.example/x?tab=1#code=a%26b',
    );
  });
});
