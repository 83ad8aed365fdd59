// @vitest-environment node
import { expect, test } from 'vitest';
import { describeDevice } from './describe-device.ts';

const MOZILLA = 'Mozilla/5.0';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`,
    { name: 'Chrome on Windows', kind: 'desktop' },
  ],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    { name: 'Microsoft Edge on Windows', kind: 'desktop' },
  ],
  [
    `${MOZILLA} (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0`,
    { name: 'Firefox on Linux', kind: 'desktop' },
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
    { name: 'Safari on iOS', kind: 'mobile' },
  ],
  [
    `${MOZILLA} (Linux; Android 15; SM-X710) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`,
    { name: 'Chrome on Android', kind: 'tablet' },
  ],
])('the User-Agent %s is described by its browser and operating system', (userAgent, described) => {
  expect(describeDevice(userAgent)).toEqual(described);
});

test.each([null, '', ' ', '((((', '\u0000'.repeat(500)])(
  'a User-Agent without information (%j) is described as an unknown browser',
  (userAgent) => {
    expect(describeDevice(userAgent)).toEqual({ name: 'Unknown browser', kind: 'unknown' });
  },
);

test.each([
  ['Totally-Your-Bank/1.0', { name: 'Unknown browser', kind: 'unknown' }],
  ['Call +1 555 0100 now/2.0 (Windows NT 10.0)', { name: 'Windows', kind: 'desktop' }],
])(
  'the User-Agent %s is described only by known browser and operating system names',
  (userAgent, shown) => {
    expect(describeDevice(userAgent)).toEqual(shown);
  },
);
