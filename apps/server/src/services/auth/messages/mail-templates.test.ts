import { describe, expect, test } from 'vitest';
import { composeMail, isTokenMail, MAIL_KINDS } from './mail-templates.ts';
import { occasionOf } from './occasion.ts';

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
  test('contains the link, the code, their validity and the sender', () => {
    const { to, text, html } = composeMail(contents, frame);
    expect(to).toBe('ada@example.com');
    for (const part of [contents.link, 'Your code: 123456', '1 hour', 'https://pay.example']) {
      expect(text).toContain(part);
    }
    expect(html).toContain('href="https://pay.example/auth/v1/verify?token=x&amp;type=signup"');
  });

  test('of a reauthentication contains no link', () => {
    const { text, html } = composeMail({ ...contents, kind: 'reauthentication' }, frame);
    expect(text + html).not.toContain('/verify');
  });

  test.each([
    [60, '1 minute'],
    [300, '5 minutes'],
    [5400, '90 minutes'],
    [86_400, '24 hours'],
  ])('formats %i seconds as %s', (expiryS, words) => {
    expect(composeMail(contents, { ...frame, expiryS }).text).toContain(`It expires in ${words}.`);
  });

  test('escapes markup in an address', () => {
    const { html } = composeMail(contents, { ...frame, siteUrl: 'https://x/"><script>' });
    expect(html).not.toContain('<script>');
  });

  test('of an email change names both addresses', () => {
    const change = { from: 'old@example.com', to: '"><b>@example.com' };
    const { text, html } = composeMail({ ...contents, kind: 'email_change', change }, frame);
    expect(text).toContain('From old@example.com to "><b>@example.com');
    expect(html).not.toContain('<b>');
  });

  const occasion = occasionOf(new Date('2026-11-23T00:52:10Z'), {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    limitKey: '203.0.113.7',
  });
  const notices = MAIL_KINDS.filter((kind) => !isTokenMail(kind));

  test.each(notices)(
    'of a notice (%s) contains time, device, network and a link to secure the account',
    (kind) => {
      const notice = { kind, to: 'ada@example.com', change: null, occasion };
      const { subject, text, html } = composeMail(notice, frame);
      expect(subject).not.toBe('');
      expect(text).toContain(
        'When: Nov 23, 2026, 12:52 AM UTC\nDevice: Chrome on Linux\nNetwork: 203.0.113.*\n',
      );
      for (const value of ['Nov 23, 2026, 12:52 AM UTC', 'Chrome on Linux', '203.0.113.*']) {
        expect(html).toContain(value);
      }
      expect(text + html).not.toContain('203.0.113.7');
      // The mailbox of the old address can no longer reset the password.
      if (kind === 'email_changed') {
        expect(text).toContain('contact us');
        expect(text).toContain('Contact support:\nhttps://pay.example/support');
      } else
        expect(text).toContain('Reset your password:\nhttps://pay.example/?link=reset-password');
      expect(html).toContain('https://pay.example/support');
    },
  );

  test('of a notice about an administrator names no device', () => {
    const byAdministrator = occasionOf(new Date('2026-11-23T00:52:10Z'), null);
    const { text } = composeMail(
      { kind: 'factor_removed', to: 'ada@example.com', change: null, occasion: byAdministrator },
      frame,
    );
    expect(text).toContain('When: Nov 23, 2026, 12:52 AM UTC\nBy: An administrator\n');
    expect(text).not.toMatch(/Device|Network/);
  });

  test('from the outbox of an earlier version is sent without its missing fields', () => {
    const { text } = composeMail(
      { kind: 'new_device', to: 'ada@example.com', change: null },
      frame,
    );
    expect(text).not.toMatch(/When|Device|undefined/);
  });

  test('of an invitation names the sender', () => {
    const { subject, text } = composeMail({ ...contents, kind: 'invite' }, frame);
    expect(subject).toBe("You're invited to BeaconPay");
    expect(text).toContain("You've been invited to open a BeaconPay account.");
  });
});
