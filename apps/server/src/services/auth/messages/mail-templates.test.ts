import { describe, expect, test } from 'vitest';
import { composeMail } from './mail-templates.ts';

const contents = {
  kind: 'signup',
  to: 'ada@example.com',
  code: '123456',
  link: 'https://pay.example/auth/v1/verify?token=x&type=signup',
  change: null,
} as const;
const frame = {
  name: 'BeaconPay',
  siteUrl: 'https://pay.example',
  expiryS: 3600,
  templates: new Map(),
};

describe('a mail', () => {
  test('carries the link, the code, how long they are valid and who sent it', () => {
    const { to, text, html } = composeMail(contents, frame);
    expect(to).toBe('ada@example.com');
    for (const part of [contents.link, 'Your code: 123456', '1 hour', 'https://pay.example']) {
      expect(text).toContain(part);
    }
    expect(html).toContain('href="https://pay.example/auth/v1/verify?token=x&amp;type=signup"');
  });

  test('of a reauthentication carries no link', () => {
    const { text, html } = composeMail({ ...contents, kind: 'reauthentication' }, frame);
    expect(text + html).not.toContain('/verify');
  });

  test.each([
    [60, '1 minute'],
    [300, '5 minutes'],
    [5400, '90 minutes'],
    [86_400, '24 hours'],
  ])('says %i seconds as %s', (expiryS, words) => {
    expect(composeMail(contents, { ...frame, expiryS }).text).toContain(`valid for ${words}.`);
  });

  test('cannot be given markup by an address', () => {
    const { html } = composeMail(contents, { ...frame, siteUrl: 'https://x/"><script>' });
    expect(html).not.toContain('<script>');
  });

  test('of an e-mail change names both addresses', () => {
    const change = { from: 'old@example.com', to: '"><b>@example.com' };
    const { text, html } = composeMail({ ...contents, kind: 'email_change', change }, frame);
    expect(text).toContain('From old@example.com to "><b>@example.com');
    expect(html).not.toContain('<b>');
  });

  test.each([
    'password_changed',
    'email_changed',
    'new_device',
    'wrong_passwords',
    'factor_added',
  ] as const)('that tells of %s carries no link and says where it happened', (kind) => {
    const { subject, text } = composeMail({ kind, to: 'ada@example.com', change: null }, frame);
    expect(subject).not.toBe('');
    expect(text).toContain('This happened at https://pay.example.');
    expect(text).not.toContain('/verify');
  });
});
