import { describe, expect, test } from 'vitest';
import { RestError } from '../errors.ts';
import { parseSelect } from './parse-select.ts';

const plain = { kind: 'field', alias: null, cast: null, aggregate: null, aggregateCast: null };
const relation = { kind: 'relation', alias: null, hint: null, join: null, spread: false };
const field = (name: string) => ({ ...plain, field: { name, path: [] } });

describe('parseSelect', () => {
  test.each([
    ['*', [field('*')]],
    ['', []],
    ['id,name', [field('id'), field('name')]],
    [' id , name ', [field('id'), field('name')]],
    ['some-name', [field('some-name')]],
    ['"a,b(c)"', [field('a,b(c)')]],
    ['"a \\"quoted\\" name"', [field('a "quoted" name')]],
    ['x:id', [{ ...field('id'), alias: 'x' }]],
    ['id::text', [{ ...field('id'), cast: 'text' }]],
    ['x:id::double precision', [{ ...field('id'), alias: 'x', cast: 'double precision' }]],
    ['count()', [{ ...field('*'), aggregate: 'count' }]],
    ['n:count()::text', [{ ...field('*'), alias: 'n', aggregate: 'count', aggregateCast: 'text' }]],
    [
      'x:total::int.sum()::text',
      [{ ...field('total'), alias: 'x', cast: 'int', aggregate: 'sum', aggregateCast: 'text' }],
    ],
    ['rel()', [{ ...relation, name: 'rel', items: [] }]],
    [
      'x:rel!hint!inner(id)',
      [{ ...relation, name: 'rel', alias: 'x', hint: 'hint', join: 'inner', items: [field('id')] }],
    ],
    [
      'rel!left!hint(id)',
      [{ ...relation, name: 'rel', hint: 'hint', join: 'left', items: [field('id')] }],
    ],
    ['...rel(id)', [{ ...relation, name: 'rel', spread: true, items: [field('id')] }]],
    ['counter(id)', [{ ...relation, name: 'counter', items: [field('id')] }]],
    // PostgREST ignores an extra closing parenthesis.
    ['rel(id))', [{ ...relation, name: 'rel', items: [field('id')] }]],
  ])('%s', (text, expected) => {
    expect(parseSelect(text)).toEqual(expected);
  });

  test('parses a JSON path into keys and indexes', () => {
    const [item] = parseSelect('data->a->-1->>"b c"');
    expect(item).toMatchObject({
      field: {
        name: 'data',
        path: [
          { arrow: '->', kind: 'key', text: 'a' },
          { arrow: '->', kind: 'index', text: '-1' },
          { arrow: '->>', kind: 'key', text: 'b c' },
        ],
      },
    });
  });

  test.each([
    'id,',
    ',id',
    'rel(',
    'rel(id',
    'id)name',
    'rel(id))name',
    'x:',
    'id::',
    'a b!c',
    '"open',
    '...id',
    'x:...rel(id)',
  ])('rejects %s', (text) => {
    expect(() => parseSelect(text)).toThrow(RestError);
  });
});
