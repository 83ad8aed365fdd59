import { describe, expect, test } from 'vitest';
import { splitQuery } from './query-string.ts';
import { ValueList } from './query-types.ts';

function split(query: string, functionArguments = false) {
  const values = new ValueList();
  const parts = splitQuery(query, values, functionArguments);
  return { ...parts, values: values.list };
}

describe('the shape of a query', () => {
  test('is equal for queries that differ only in values', () => {
    const one = split('id=eq.1&name=in.(a,b)&or=(age.gt.1,tags.cs.{x})&limit=5&offset=2');
    const two = split('id=eq.abc&name=in.(c)&or=(age.gt.99,tags.cs.{})&limit=50&offset=1');
    expect(one.shape).toBe(two.shape);
    expect(one.values).toEqual(['1', '{"a","b"}', '1', '{x}']);
  });

  test.each([
    ['id=eq.1', 'id=gt.1'],
    ['id=eq.1', 'id=not.eq.1'],
    ['id=eq.1', 'ids=eq.1'],
    ['id=is.null', 'id=is.true'],
    ['name=fts(english).a', 'name=fts(german).a'],
    ['name=like(any).{a}', 'name=like(all).{a}'],
    ['select=id', 'select=name'],
    ['order=id', 'order=id.desc'],
    ['or=(a.eq.1,b.eq.2)', 'and=(a.eq.1,b.eq.2)'],
    ['or=(a.eq.1,b.eq.2)', 'or=(a.eq.1,c.eq.2)'],
    ['limit=1', 'offset=1'],
    ['select=a&order=b', 'select=a&order=b&limit=1'],
    ['a.b=eq.1', '"a.b"=eq.1'],
  ])('differs between %s and %s', (left, right) => {
    expect(split(left).shape).not.toBe(split(right).shape);
  });

  test('cannot be imitated by a name that contains the separators', () => {
    const two = split('a=eq.1&b=eq.2').shape;
    const imitation = split('a8%3Aeq()6%3Afilter1%3Ab=eq.1').shape;
    expect(imitation).not.toBe(two);
  });
});

describe('parameters', () => {
  test('decodes percent signs and pluses, and keeps invalid escapes', () => {
    expect(split('name=eq.a%20b+c').values).toEqual(['a b c']);
    expect(split('name=eq.50%').values).toEqual(['50%']);
  });

  test('does not treat the API key as a filter', () => {
    expect(split('apikey=x&id=eq.1').filters).toHaveLength(1);
  });

  test('treats plain values as arguments and operations as filters in a call by GET', () => {
    const { arguments: given, filters, values } = split('a=1&b=eq.2&c=x.y', true);
    expect(given.map(({ name }) => name)).toEqual(['a', 'c']);
    expect(filters.map(({ key }) => key)).toEqual(['b']);
    expect(values).toEqual(['1', '2', 'x.y']);
  });

  test('replaces asterisks with percent signs in patterns only', () => {
    expect(split('a=like.*x*&b=ilike(any).{*y}&c=eq.*z').values).toEqual(['%x%', '{%y}', '*z']);
  });

  test('ignores a limit that is not a number', () => {
    expect(split('limit=abc&offset=1.5').ranges).toEqual([]);
  });
});
