import { describe, expect, test } from 'vitest';
import { contentTypeOf, parseAccept } from './media-types.ts';
import { appliedPreferences, parsePreferences } from './preferences.ts';

describe('Prefer', () => {
  const rules = { timezones: new Set(['Europe/Paris']), transactionOverride: true };

  test('uses the first preference of a kind and ignores spaces', () => {
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

  test('reports unknown preferences in order', () => {
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

  test('ignores tx when overriding is not allowed', () => {
    const { tx } = parsePreferences('tx=rollback', {
      ...rules,
      transactionOverride: false,
    });
    expect(tx).toBeNull();
  });

  test('reports max-affected as applied only with strict handling', () => {
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

  test('sorts media types by quality, then by position', () => {
    expect(kinds('text/csv;q=0.5, application/json;q=0.9, image/png')).toEqual([
      'other',
      'json',
      'csv',
    ]);
    expect(kinds(undefined)).toEqual(['any']);
  });

  test('parses the media type and the options of a plan', () => {
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
