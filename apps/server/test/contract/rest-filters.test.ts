import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../support/index.ts';
import { ask, startShop } from './rest-fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startShop();
});
afterAll(() => server.stop());

async function ids(table: string, query: string): Promise<unknown> {
  const { status, json } = await ask(server, `/${table}?select=id&${query}&order=id`);
  expect({ status, json }).toMatchObject({ status: 200 });
  return (json as { id: number }[]).map(({ id }) => id);
}

describe('operators', () => {
  test.each([
    ['eq', 'age=eq.36', [1]],
    ['neq', 'age=neq.36', [2, 3, 4]],
    ['gt', 'age=gt.36', [3]],
    ['gte', 'age=gte.36', [1, 3]],
    ['lt', 'age=lt.29', [2]],
    ['lte', 'age=lte.29', [2, 4]],
    ['like', 'name=like.*Di*', [2]],
    ['ilike', 'name=ilike.*BY*', [1]],
    ['match', 'name=match.^[AB]', [1, 2]],
    ['imatch', 'name=imatch.^a', [1]],
    ['in', 'id=in.(1,3)', [1, 3]],
    ['in with quoted values', 'name=in.("Dee \\"Q\\", Jr",Bo Diaz)', [2, 4]],
    ['an empty in', 'id=in.()', []],
    ['is null', 'active=is.null', [4]],
    ['is not_null', 'active=is.not_null', [1, 2, 3]],
    ['is true', 'active=is.true', [1, 2]],
    ['is false, in capitals', 'active=is.FALSE', [3]],
    ['is unknown', 'active=is.unknown', [4]],
    ['isdistinct', 'mood=isdistinct.calm', [2, 4]],
    ['cs', 'tags=cs.{math}', [1]],
    ['cd', 'tags=cd.{ball,math}', [2, 3]],
    ['ov', 'tags=ov.{ball,poems}', [1, 3]],
    ['cs on JSON', 'profile=cs.{"city":"Lima"}', [1]],
    ['fts', 'document=fts.young', [3]],
    ['fts with a language', 'document=fts(english).ada', [1]],
    ['fts on a text', 'name=fts(simple).diaz', [2]],
    ['plfts', 'document=plfts.ada%20byron', [1]],
    ['phfts', 'document=phfts(english).Byron%20Ada', []],
    ['wfts', 'document=wfts(english).ada%20or%20bo', [1, 2]],
    ['not', 'id=not.eq.1', [2, 3, 4]],
    ['not in', 'id=not.in.(1,2)', [3, 4]],
    ['eq(any)', 'age=eq(any).{36,17}', [1, 2]],
    ['like(any)', 'name=like(any).{A*,C*}', [1, 3]],
    ['ilike(all)', 'name=ilike(all).{*y*,a*}', [1]],
    ['gt(all)', 'age=gt(all).{20,30}', [1, 3]],
    ['match(any)', 'name=match(any).{^A,^B}', [1, 2]],
    ['a JSON path as text', 'profile->>city=eq.Cusco', [2]],
    ['a JSON path as JSON', 'profile->level=gt.2', [1]],
    ['a deep JSON path', 'profile->phones->1->>no=eq.12', [1]],
    ['a computed column', 'initials=eq.C', [3]],
    ['several filters', 'age=gt.20&mood=eq.calm', [1, 3]],
    ['one column twice', 'age=gt.20&age=lt.40', [1, 4]],
    ['a value with dots and commas', 'name=eq.a.b,c', []],
  ])('%s', async (_, query, expected) => {
    expect(await ids('people', query)).toEqual(expected);
  });

  test.each([
    ['sl', 'period=sl.[5,9)', [1]],
    ['sr', 'period=sr.[1,5)', [2]],
    ['nxr', 'period=nxr.[1,5)', [1]],
    ['nxl', 'period=nxl.[5,9)', [2]],
    ['adj', 'period=adj.[5,9)', [1]],
    ['a timestamp', 'at=lt.2026-03-02', [1]],
  ])('%s on ranges', async (_, query, expected) => {
    expect(await ids('events', query)).toEqual(expected);
  });
});

describe('logic trees', () => {
  test.each([
    ['or', 'or=(age.lt.20,age.gt.50)', [2, 3]],
    ['and', 'and=(age.gt.20,mood.eq.calm)', [1, 3]],
    ['not.or', 'not.or=(id.eq.1,id.eq.2)', [3, 4]],
    ['nested', 'or=(id.eq.4,and(mood.eq.calm,not.or(id.eq.3,id.eq.9)))', [1, 4]],
    ['quoted values', 'or=(name.eq."Dee \\"Q\\", Jr",id.eq.2)', [2, 4]],
    ['lists', 'or=(id.in.(1,2),id.eq.4)', [1, 2, 4]],
    ['arrays', 'or=(tags.cs.{math,poems},id.eq.2)', [1, 2]],
    ['quantifiers', 'or=(name.like(any).{A*,B*},id.eq.4)', [1, 2, 4]],
    ['negated operators', 'or=(age.not.gt.20,id.eq.1)', [1, 2]],
    ['JSON paths', 'or=(profile->>city.eq.Lima,profile->level.eq.1)', [1, 2]],
    ['full text with a language', 'or=(document.fts(english).ada,id.eq.2)', [1, 2]],
    ['a column called like an operator', 'or=(age.eq.36,name.eq.or)', [1]],
    ['spaces', 'or=( id.eq.1 , id.eq.2 )', [1, 2]],
  ])('%s', async (_, query, expected) => {
    expect(await ids('people', query)).toEqual(expected);
  });
});

describe('order', () => {
  async function ordered(order: string) {
    const { json } = await ask(server, `/people?select=id&order=${order}`);
    return (json as { id: number }[]).map(({ id }) => id);
  }

  test.each([
    ['descending', 'age.desc', [3, 1, 4, 2]],
    ['nulls first', 'mood.asc.nullsfirst,id', [4, 1, 3, 2]],
    ['nulls last', 'country_id.desc.nullslast,id.desc', [3, 2, 1, 4]],
    ['a JSON path', 'profile->>city.asc.nullslast,id', [2, 1, 3, 4]],
    ['a computed column', 'initials.desc', [4, 3, 2, 1]],
  ])('%s', async (_, order, expected) => {
    expect(await ordered(order)).toEqual(expected);
  });

  test('returns a page for a limit and an offset', async () => {
    expect(await ids('people', 'limit=2&offset=1')).toEqual([2, 3]);
    expect(await ids('people', 'limit=0')).toEqual([]);
  });
});
