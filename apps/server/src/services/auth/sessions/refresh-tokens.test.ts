import { describe, expect, test } from 'vitest';
import { decideRotation } from './refresh-tokens.ts';

const now = new Date('2026-01-01T00:00:10Z');
const tenSecondsAgo = new Date('2026-01-01T00:00:00Z');
const earlier = new Date('2025-12-31T23:59:59.999Z');

const working = {
  token: 'c',
  revoked: false,
  retired_at: earlier,
  active_token: 'c',
  active_parent: 'b',
};
const parent = { ...working, token: 'b', revoked: true };
const older = { ...working, token: 'a', revoked: true };

describe('a refresh token', () => {
  test('that is active is replaced', () => {
    expect(decideRotation(working, 10, now)).toBe('replace');
  });

  test('that is the direct parent of the active one returns the active one, at any age', () => {
    expect(decideRotation(parent, 10, now)).toBe('return-active');
    expect(decideRotation(parent, 0, now)).toBe('return-active');
  });

  test('that is older is replaced within the reuse interval', () => {
    expect(decideRotation({ ...older, retired_at: tenSecondsAgo }, 10, now)).toBe('replace');
  });

  test('that is older revokes the family after the reuse interval', () => {
    expect(decideRotation(older, 10, now)).toBe('revoke-family');
  });

  test('that is retired revokes the family when no token is active', () => {
    const none = { active_token: null, active_parent: null };
    expect(decideRotation({ ...parent, ...none }, 10, now)).toBe('revoke-family');
  });
});
