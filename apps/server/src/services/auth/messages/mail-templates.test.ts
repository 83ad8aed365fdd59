import { describe, expect, test } from 'vitest';
import { composeMail } from './mail-templates.ts';

const contents = {
  kind: 'signup',
  to: 'ada@example.com',
  code: '123456',
  link: 'https://pay.example/auth/v1/verify?token=x&type=signup',
  siteUrl: 'https://pay.example',
  expiryS: 3600,
} as const;

describe('a mail', () => {
  test('carries the link, the code, how long they are valid and who sent it', () => {
    const { to, text, html } = composeMail(contents);
    expect(to).toBe('ada@example.com');
    for (const part of [contents.link, 'Your code: 123456', '1 hour', 'https://pay.example']) {
      expect(text).toContain(part);
    }
    expect(html).toContain('href="https://pay.example/auth/v1/verify?token=x&amp;type=signup"');
  });

  test('of a reauthentication carries no link', () => {
    const { text, html } = composeMail({ ...contents, kind: 'reauthentication' });
    expect(text + html).not.toContain('/verify');
  });

  test.each([
    [60, '1 minute'],
    [300, '5 minutes'],
    [5400, '90 minutes'],
    [86_400, '24 hours'],
  ])('says %i seconds as %s', (expiryS, words) => {
    expect(composeMail({ ...contents, expiryS }).text).toContain(`valid for ${words}.`);
  });

  test('cannot be given markup by an address', () => {
    const { html } = composeMail({ ...contents, siteUrl: 'https://x/"><script>' });
    expect(html).not.toContain('<script>');
  });
});
