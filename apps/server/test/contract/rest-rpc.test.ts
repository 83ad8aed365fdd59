import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../support/index.ts';
import { ask, clientOf, startShop } from './rest-fixtures.ts';

let server: TestServer;
let shop: ReturnType<typeof clientOf>;
beforeAll(async () => {
  server = await startShop();
  shop = clientOf(server);
});
afterAll(() => server.stop());

describe('arguments', () => {
  test('are named in a POST, with defaults for missing ones', async () => {
    expect((await shop.rpc('add', { a: 1, b: 2 })).data).toBe(3);
    expect((await shop.rpc('add', { a: 1 })).data).toBe(11);
  });

  test('are query parameters in a GET', async () => {
    expect((await shop.rpc('add', { a: 1, b: 5 }, { get: true })).data).toBe(6);
  });

  test('are query parameters in a HEAD, without a response body', async () => {
    const answer = await ask(server, '/rpc/add?a=1', { method: 'HEAD' });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect((await shop.rpc('add', { a: 1 }, { head: true })).error).toBeNull();
  });

  test('are an array or a repeated name if variadic', async () => {
    expect((await shop.rpc('total', { amounts: [1, 2, 3] })).data).toBe(6);
    expect((await ask(server, '/rpc/total?amounts=4&amounts=5')).json).toBe(9);
  });

  test('can be fields of a form', async () => {
    const { json } = await ask(server, '/rpc/add', {
      method: 'POST',
      body: 'a=4&b=5',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect(json).toBe(9);
  });

  test('are the whole body for a single unnamed parameter', async () => {
    const json = await ask(server, '/rpc/whole_json', { method: 'POST', body: '[1,{"a":2}]' });
    expect(json.json).toEqual([1, { a: 2 }]);
    const text = await ask(server, '/rpc/whole_text', {
      method: 'POST',
      body: 'some text',
      headers: { 'Content-Type': 'text/plain' },
    });
    expect(text.json).toBe('got some text');
    const bytes = await ask(server, '/rpc/whole_bytes', {
      method: 'POST',
      body: Uint8Array.from([0, 1, 255, 39]),
      headers: { 'Content-Type': 'application/octet-stream' },
    });
    expect(bytes.json).toBe(4);
  });

  test('select the overload by their names', async () => {
    expect((await shop.rpc('overloaded', { a: 1 })).data).toBe('int');
    expect((await shop.rpc('overloaded', { a: 1, b: 2 })).data).toBe('two');
  });
});

describe('results', () => {
  test('are a value for a scalar, and an array for a set of scalars', async () => {
    expect((await shop.rpc('hello')).data).toBe('hello');
    expect((await shop.rpc('numbers', { up_to: 3 })).data).toEqual([1, 2, 3]);
  });

  test('are an object for a row', async () => {
    expect((await shop.rpc('one_person', { person: 2 }).select('id,name')).data).toEqual({
      id: 2,
      name: 'Bo Diaz',
    });
    expect((await shop.rpc('split', { value: 5 })).data).toEqual({ low: 4, high: 6 });
  });

  test('are an array of objects for RETURNS TABLE and SETOF', async () => {
    expect((await shop.rpc('pairs', { n: 2 })).data).toEqual([
      { x: 1, label: 'n1' },
      { x: 2, label: 'n2' },
    ]);
  });

  test('are 204 without a body for void', async () => {
    const { status, text } = await ask(server, '/rpc/nothing', { method: 'POST', body: '{}' });
    expect([status, text]).toEqual([204, '']);
  });

  test('can be selected, filtered, sorted, embedded and counted', async () => {
    const { data, count } = await shop
      .rpc('find_people', { country: 1 }, { count: 'exact' })
      .select('name,initials,tasks(title),chess_mates(id)')
      .gt('age', 10)
      .order('id', { ascending: false })
      .limit(1);
    expect(count).toBe(2);
    expect(data).toEqual([
      { name: 'Bo Diaz', initials: 'B', tasks: [{ title: 'read' }], chess_mates: [{ id: 1 }] },
    ]);
  });

  test('can be requested as a single object', async () => {
    const { data } = await shop.rpc('find_people').eq('id', 3).select('name').single();
    expect(data).toEqual({ name: 'Cy Young' });
    const { error } = await shop.rpc('find_people').select('name').single();
    expect(error).toMatchObject({ code: 'PGRST116', details: 'The result contains 4 rows' });
  });

  test('of a volatile function require POST for writes', async () => {
    const { data } = await shop
      .rpc('rename_person', { person: 3, new_name: 'Cyrus' })
      .select('name');
    expect(data).toEqual([{ name: 'Cyrus' }]);
    const get = await ask(server, '/rpc/rename_person?person=3&new_name=x');
    expect([get.status, get.json]).toMatchObject([405, { code: '25006' }]);
  });

  test('are limited by max-affected', async () => {
    const call = (name: string) =>
      ask(server, `/rpc/${name}`, {
        method: 'POST',
        body: '{}',
        headers: { Prefer: 'handling=strict,max-affected=1' },
      });
    expect((await call('touch_all')).json).toMatchObject({ code: 'PGRST124' });
    expect((await call('hello')).json).toMatchObject({ code: 'PGRST128' });
  });
});

describe('a function sets the response', () => {
  test('with headers and status', async () => {
    const { status, headers } = await ask(server, '/rpc/set_headers', {
      method: 'POST',
      body: JSON.stringify({ value: '[{"X-One":"1"},{"Content-Type":"text/x"}]', status: '202' }),
    });
    expect(status).toBe(202);
    expect(headers.get('x-one')).toBe('1');
    expect(headers.get('content-type')).toBe('text/x');
  });

  test('with the status of SQLSTATE PTxyz', async () => {
    const { status, json } = await ask(server, '/rpc/teapot', { method: 'POST', body: '{}' });
    expect(status).toBe(418);
    expect(json).toEqual({
      code: 'PT418',
      message: 'short and stout',
      details: 'a pot',
      hint: 'pour',
    });
  });

  test('entirely with SQLSTATE PGRST', async () => {
    const { status, headers, json } = await ask(server, '/rpc/own_answer', {
      method: 'POST',
      body: '{"good":true}',
    });
    expect(status).toBe(409);
    expect(headers.get('x-own')).toBe('yes');
    expect(json).toEqual({ code: 'MINE', message: 'own words', details: 'd', hint: 'h' });
  });
});
