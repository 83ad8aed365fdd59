import { describe, expect, test } from 'vitest';
import { describeOccasion, occasionOf } from './occasion.ts';

const AT = new Date('2026-09-03T22:05:59Z');
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

function describeFrom(client: { userAgent?: string | null; limitKey?: string }) {
  return describeOccasion(occasionOf(AT, { userAgent: null, limitKey: '', ...client }), 'en');
}

describe('An occasion', () => {
  test('has its time in UTC', () => {
    expect(describeFrom({}).time).toBe('Sep 3, 2026, 10:05 PM UTC');
  });

  test.each([
    [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME}`, 'Chrome on Linux'],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/140.0.0.0`,
      'Microsoft Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    ['okhttp/4.12 (Linux; Android 15)', 'Android Browser on Android'],
    ['curl/8.5.0', 'Unknown device'],
    ['', 'Unknown device'],
    [null, 'Unknown device'],
    // A mail contains no text that an attacker chose.
    ['Call +1 555 0100 now/1.0 (your account is at risk) x', 'Unknown device'],
    ['https://evil.example/1.0 x', 'Unknown device'],
  ])('of %s is on %s', (userAgent, device) => {
    expect(describeFrom({ userAgent }).device).toBe(device);
  });

  // Grouped as in rate limits: one household has one key.
  test.each([
    ['203.0.113.7', '203.0.113.*'],
    ['2001:db8:85a3:8d3::/64', '2001:db8:85a3:*'],
    ['2001:db8:0:0::/64', '2001:db8:0:*'],
    ['in-process', ''],
  ])('from %s names the network %j and never the whole address', (limitKey, network) => {
    const occasion = occasionOf(AT, { userAgent: null, limitKey });
    expect(describeOccasion(occasion, 'en').network).toBe(network);
    expect(JSON.stringify(occasion)).not.toContain(limitKey);
  });
});
