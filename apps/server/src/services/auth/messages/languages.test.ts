import { describe, expect, test } from 'vitest';
import { describeDuration } from './describe-duration.ts';
import { LOCALES, localeOf, toLocale, type Locale } from './locale.ts';
import { composeMail } from './mail-templates.ts';
import { occasionOf } from './occasion.ts';
import { composeSms } from './sms-templates.ts';

const settings = {
  name: 'Pay',
  siteUrl: 'https://pay.example',
  expiryS: 3600,
  templates: new Map(),
};

describe('The language of a recipient', () => {
  test.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['AR', 'ar'],
    ['xx', 'en'],
    ['', 'en'],
    ['toString', 'en'],
    [7, 'en'],
    [null, 'en'],
    [['de'], 'en'],
  ])('that is stored as %j is %s', (stored, locale) => {
    expect(localeOf({ raw_user_meta_data: { locale: stored } })).toBe(locale);
  });

  test('without metadata is English', () => {
    expect(localeOf({ raw_user_meta_data: null })).toBe('en');
    expect(toLocale(undefined)).toBe('en');
  });
});

describe('A mail', () => {
  const change = { from: 'ada@example.com', to: 'eve@example.com\u202e\u2069!' };

  const compose = (locale: Locale) =>
    composeMail(
      { kind: 'email_changed', to: 'ada@example.com', change, locale, occasion },
      settings,
    );
  const occasion = occasionOf(new Date('2026-11-23T15:52:10Z'), {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    limitKey: '203.0.113.7',
  });

  test('has the formats of its language', () => {
    expect(compose('de').text).toContain(
      'Wann: 23. Nov. 2026, 15:52 UTC\nGerät: Firefox unter Linux\nNetzwerk: 203.0.113.*\n',
    );
    expect(compose('fr').text).toContain('Date\u00a0: 23 nov. 2026, 15:52 UTC\n');
    expect(compose('hi').text).toContain('डिवाइस: Linux पर Firefox\n');
  });

  test('that runs from right to left isolates addresses, codes and links', () => {
    const { subject, text, html } = compose('ar');
    expect(subject).toBe('تم تغيير عنوان بريدك الإلكتروني');
    expect(text).toContain('من \u2068ada@example.com\u2069 إلى \u2068eve@example.com!\u2069\n');
    expect(text).toContain('الشبكة: \u2068203.0.113.*\u2069\n');
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain('من <bdi>ada@example.com</bdi> إلى <bdi>eve@example.com!</bdi></p>');
    expect(html).toContain('<a href="https://pay.example/support" dir="ltr"');
  });

  test.each(LOCALES.filter((locale) => locale !== 'ar'))(
    'in %s has no invisible characters, and an address cannot reorder its text',
    (locale) => {
      const { text, html } = compose(locale);
      expect(text + html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      expect(html).toContain(`<html lang="${locale}" dir="ltr">`);
      expect(html).toContain('<bdi>eve@example.com!</bdi>');
    },
  );
});

test.each([
  ['en', 3600, '1 hour'],
  ['de', 86_400, '24 Stunden'],
  ['hi', 3600, '1 घंटे'],
  ['ar', 60, 'دقيقة واحدة'],
  ['ar', 120, 'دقيقتين'],
  ['ar', 300, '5 دقائق'],
  ['ar', 900, '15 دقيقة'],
  ['ar', 6000, '100 دقيقة'],
  ['ar', 7200, 'ساعتين'],
] as const)('In %s, %i seconds are %s', (locale, durationS, words) => {
  expect(describeDuration(durationS, locale)).toBe(words);
});

test.each([
  ['en', "123456 is your Pay code. It expires in 5 minutes. Don't share it with anyone."],
  [
    'de',
    '123456 ist Ihr Code für Pay. Er ist 5 Minuten gültig. Geben Sie ihn an niemanden weiter.',
  ],
  ['ar', 'رمز Pay الخاص بك هو 123456. تنتهي صلاحيته بعد 5 دقائق. لا تشاركه مع أحد.'],
] as const)('An SMS in %s ends with the line that browsers read', (locale, sentence) => {
  const contents = {
    kind: 'text',
    to: '4915100000',
    code: '123456',
    channel: 'sms',
    locale,
  } as const;
  expect(composeSms(contents, { ...settings, expiryS: 300 }).text).toBe(
    `${sentence}\n\n@pay.example #123456`,
  );
});
