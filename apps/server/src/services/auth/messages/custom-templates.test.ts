import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { composeMail, MAIL_KINDS } from './mail-templates.ts';
import { occasionOf } from './occasion.ts';
import { readCustomTemplates } from './custom-templates.ts';

const contents = {
  kind: 'signup',
  to: 'ada@example.com',
  code: '123456',
  link: 'https://pay.example/auth/v1/verify?token=x&type=signup',
  change: null,
} as const;

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'beaconpay-templates-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFile(join(dir, name), text);
const read = () => readCustomTemplates(dir, MAIL_KINDS);

async function compose(given: Parameters<typeof composeMail>[0] = contents) {
  const site = { name: 'Pay', siteUrl: 'https://pay.example', expiryS: 3600 };
  return composeMail(given, { ...site, templates: await read() });
}

describe('A template of an operator', () => {
  test('replaces subject and text, with the same layout', async () => {
    await write(
      'signup.txt',
      'Subject: Welcome, {{ .Email }}\r\n\r\nGlad to have\nyou at {{.SiteURL}}.\r\n\r\nBegin:\r\n{{ .ConfirmationURL }}\r\n\r\nOr type: {{ .Token }}\r\n\r\nWithin {{ .Validity }}.\r\n',
    );
    const { subject, text, html } = await compose();
    expect(subject).toBe('Welcome, ada@example.com');
    expect(text).toBe(
      `Glad to have\nyou at https://pay.example.\n\nBegin:\n${contents.link}\n\nOr type: 123456\n\nWithin 1 hour.\n`,
    );
    expect(html).toContain('href="https://pay.example/auth/v1/verify?token=x&amp;type=signup"');
    expect(html).toContain('>Begin</a>');
    expect(html).toContain('>123456</p>');
  });

  test('of a notice contains time, place and a link for a new password', async () => {
    await write(
      'new_device.txt',
      'Subject: Hello\n\nAt {{ .Time }} by {{ .Device }} from {{ .Network }}.\n\nNot you:\n{{ .ResetURL }}\n',
    );
    const occasion = occasionOf(new Date('2026-11-23T00:52:10Z'), {
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
      limitKey: '203.0.113.7',
    });
    const notice = { kind: 'new_device', to: 'ada@example.com', change: null, occasion } as const;
    const { text, html } = await compose(notice);
    expect(text).toBe(
      'At Nov 23, 2026, 12:52 AM UTC by Firefox on Linux from 203.0.113.*.\n\nNot you:\nhttps://pay.example/?link=reset-password\n',
    );
    expect(html).toContain('>Not you</a>');
  });

  test('replaces the HTML and keeps the default text', async () => {
    await write('signup.html', '<p>{{ .Email }}: <a href="{{ .ConfirmationURL }}">here</a></p>');
    const { text, html } = await compose({ ...contents, to: '"><b>@example.com' });
    expect(html).toBe(
      '<p>&quot;&gt;&lt;b&gt;@example.com: <a href="https://pay.example/auth/v1/verify?token=x&amp;type=signup">here</a></p>',
    );
    expect(text).toContain('Your code: 123456');
  });

  test('does not change other messages', async () => {
    await write('recovery.txt', 'Subject: Ours\n\nOurs.');
    expect((await compose()).subject).toBe('Confirm your email address');
  });

  test('cannot get another header from an address', async () => {
    await write('signup.txt', 'Subject: {{ .Email }}\n\nText.');
    const { subject } = await compose({ ...contents, to: 'a@b\r\nBcc: all@example.com' });
    expect(subject).toBe('a@b Bcc: all@example.com');
  });

  test('of a language is for its recipients, in their formats. Others have the shared one', async () => {
    await write('signup.txt', 'Subject: Welcome\n\nWithin {{ .Validity }}. {{ .Data.locale }}');
    await write('signup.de.txt', 'Subject: Willkommen\n\nInnerhalb von {{ .Validity }}.');
    const german = await compose({ ...contents, locale: 'de' });
    expect(german.subject).toBe('Willkommen');
    expect(german.text).toBe('Innerhalb von 1 Stunde.\n');
    expect(german.html).toContain('<html lang="de" dir="ltr">');
    const arabic = await compose({ ...contents, locale: 'ar' });
    expect(arabic.text).toBe('Within 1 hour. ar\n');
    expect(arabic.html).toContain('<html lang="en" dir="ltr">');
  });

  test.each([
    ['signup.xx.txt', 'Subject: Yes\n\nText', 'does not name a language'],
    ['signup.txt', 'Subject: Yes\n\n{{ .Password }}', '{{ .Password }} is not known'],
    ['signup.html', '{{ if .Token }}yes{{ end }}', '{{ if .Token }} is not known'],
    ['signup.txt', 'Welcome\n\nText', 'must begin with a line "Subject: …"'],
    ['welcome.txt', 'Subject: Yes\n\nText', 'does not name an email'],
  ])('%s with %j is refused, by its name', async (name, text, problem) => {
    await write(name, text);
    await expect(read()).rejects.toThrow(join(dir, name));
    await expect(read()).rejects.toThrow(problem.replace('’', "'"));
  });
});

test('A folder that is not there is named by its setting', async () => {
  await expect(readCustomTemplates(join(dir, 'none'), MAIL_KINDS)).rejects.toThrow(
    'MAIL_TEMPLATES_DIR',
  );
});
