import { describe, expect, test } from 'vitest';
import { contentTypeOf, parseAccept } from './media-types.ts';
import { appliedPreferences, parsePreferences } from './preferences.ts';

describe('Prefer', () => {
  const rules = { timezones: new Set(['Europe/Paris']), transactionOverride: true };

  test('The first of a kind wins and spaces do not matter', () => {
    const preferences = parsePreferences(
      'count=exact ,  count=planned, return=minimal,tx=rollback, timezone=Europe/Paris',
      rules,
    );
    expect(preferences).toMatchObject({
      count: 'exact',
      return: 'minimal',
      tx: 'rollback',
      timezone: 'Europe/Paris',
      invalid: [],
    });
  });

  test('What is not understood is remembered in order', () => {
    const { invalid, timezone } = parsePreferences(
      'timezone=Mars/Base, return=maybe, constructor=1, max-affected=-2',
      rules,
    );
    expect(timezone).toBeNull();
    expect(invalid).toEqual([
      'timezone=Mars/Base',
      'return=maybe',
      'constructor=1',
      'max-affected=-2',
    ]);
  });

  test('tx is not obeyed where overriding is not allowed', () => {
    const { tx } = parsePreferences('tx=rollback', {
      ...rules,
      transactionOverride: false,
    });
    expect(tx).toBeNull();
  });

  test('max-affected is said to be applied only when strict', () => {
    const lenient = parsePreferences('max-affected=3', rules);
    expect(appliedPreferences(lenient, ['maxAffected'])).toBeNull();
    const strict = parsePreferences('handling=strict,max-affected=3', rules);
    expect(appliedPreferences(strict, ['maxAffected', 'handling'])).toBe(
      'handling=strict, max-affected=3',
    );
  });
});

describe('Accept', () => {
  const kinds = (header: string | undefined) => parseAccept(header).map(({ type }) => type.kind);

  test('Types come in order of quality, then as written', () => {
    expect(kinds('text/csv;q=0.5, application/json;q=0.9, image/png')).toEqual([
      'other',
      'json',
      'csv',
    ]);
    expect(kinds(undefined)).toEqual(['any']);
  });

  test('A plan knows what it is of and its options', () => {
    const [accepted] = parseAccept(
      'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"; options=analyze|wal|nope',
    );
    expect(accepted?.type).toMatchObject({
      kind: 'plan',
      format: 'json',
      of: { kind: 'json', single: true },
      options: ['analyze', 'wal'],
    });
    expect(accepted && contentTypeOf(accepted.type)).toBe(
      'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"; options=analyze|wal; charset=utf-8',
    );
  });
});
