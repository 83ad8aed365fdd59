import { describe, expect, test } from 'vitest';
import { createAdmission } from './admission.ts';
import { RestError } from './errors.ts';

const admissionOf = (maxInWork: number, maxWaiting = 10) =>
  createAdmission<string>({ maxInWork, maxWaiting });
const PATIENT = new AbortController().signal;
const isSettled = (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => true), Promise.resolve().then(() => false)]);

describe('admission', () => {
  test('lets one caller have no more in work than it may, and the next begin when one ends', async () => {
    const admission = admissionOf(2);
    const first = await admission.enter('a', PATIENT);
    await admission.enter('a', PATIENT);
    const third = Promise.resolve(admission.enter('a', PATIENT));
    expect(await isSettled(third)).toBe(false);
    first();
    expect(typeof (await third)).toBe('function');
  });

  test('lets others in while one caller waits', async () => {
    const admission = admissionOf(1);
    await admission.enter('a', PATIENT);
    const waiting = Promise.resolve(admission.enter('a', PATIENT));
    expect(typeof (await admission.enter('b', PATIENT))).toBe('function');
    expect(await isSettled(waiting)).toBe(false);
  });

  test('gives the place away once, however often it is given back', async () => {
    const admission = admissionOf(1);
    const leave = await admission.enter('a', PATIENT);
    const second = Promise.resolve(admission.enter('a', PATIENT));
    const third = Promise.resolve(admission.enter('a', PATIENT));
    leave();
    leave();
    await second;
    expect(await isSettled(third)).toBe(false);
  });

  test('refuses with 429 and Retry-After when too many wait', async () => {
    const admission = admissionOf(1, 1);
    await admission.enter('a', PATIENT);
    void admission.enter('a', PATIENT);
    const refused = () => admission.enter('a', PATIENT);
    expect(refused).toThrow(RestError);
    expect(refused).toThrow(
      expect.objectContaining({ status: 429, headers: { 'Retry-After': '1' } }),
    );
  });

  test('forgets who gave up waiting', async () => {
    const admission = admissionOf(1);
    const leave = await admission.enter('a', PATIENT);
    const gone = new AbortController();
    const given = Promise.resolve(admission.enter('a', gone.signal));
    const next = Promise.resolve(admission.enter('a', PATIENT));
    gone.abort(new Error('gone'));
    await expect(given).rejects.toThrow('gone');
    leave();
    expect(typeof (await next)).toBe('function');
  });
});
