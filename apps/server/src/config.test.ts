import { describe, expect, test } from 'vitest';
import { loadConfig } from './config.ts';

describe('The configuration', () => {
  test('needs nothing set', () => {
    const config = loadConfig({});
    expect(config.http).toMatchObject({ port: 3000, host: '127.0.0.1', workers: 1 });
    expect(config.rest).toMatchObject({ schemas: ['public'], maxRows: 1000, txEnd: 'commit' });
    expect(config.databaseUrl).toBeNull();
  });

  test('confirms sign-ups by itself exactly when there is no mail host, unless told otherwise', () => {
    expect(loadConfig({}).auth.mailerAutoconfirm).toBe(true);
    expect(loadConfig({ SMTP_URL: 'smtp://localhost' }).auth.mailerAutoconfirm).toBe(false);
    expect(
      loadConfig({ SMTP_URL: 'smtp://localhost', MAILER_AUTOCONFIRM: 'true' }).auth
        .mailerAutoconfirm,
    ).toBe(true);
  });

  test('takes an empty value for "not set"', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: '' }).http.port).toBe(3000);
  });

  test('names every wrong variable and why', () => {
    expect(() => loadConfig({ PORT: 'many', DATABASE_URL: 'mysql://x', WORKERS: '0' })).toThrow(
      /PORT: .*\n.*DATABASE_URL: must start with postgres:\/\/\n.*WORKERS: /,
    );
  });

  test('cannot be changed by whoever holds it', () => {
    const config = loadConfig({});
    expect(() => {
      (config.auth.rateLimits as { tokenPer5Min: number }).tokenPer5Min = 0;
    }).toThrow(TypeError);
  });

  test('reads test codes as phone=code pairs', () => {
    expect(
      loadConfig({ SMS_TEST_OTP: '15551234567=123456, 15557654321=654321' }).auth.smsTestOtp,
    ).toEqual({
      '15551234567': '123456',
      '15557654321': '654321',
    });
  });
});
