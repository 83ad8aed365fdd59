// @vitest-environment node
import { expect, it } from 'vitest';
import { everyRow, newerThan, olderThan, type RowPosition } from './every-row.ts';

const list: RowPosition[] = Array.from({ length: 7 }, (_, index) => ({
  id: String(index),
  created_at: `2026-11-0${String(index + 1)}T00:00:00Z`,
}));

it('everyRow reads all rows, even if the backend returns fewer rows than requested', async () => {
  const read: RowPosition[] = [];
  for await (const rows of everyRow((last) => {
    const start = last === null ? 0 : list.indexOf(last) + 1;
    return Promise.resolve(list.slice(start, start + 3));
  })) {
    read.push(...rows);
  }
  expect(read).toEqual(list);
});

it('everyRow throws if a page fails, so that a list is never incomplete', async () => {
  const reading = async () => {
    const read: RowPosition[][] = [];
    for await (const rows of everyRow((last) =>
      last === null ? Promise.resolve(list.slice(0, 3)) : Promise.reject(new Error('away')),
    )) {
      read.push(rows);
    }
    return read;
  };
  await expect(reading()).rejects.toThrow('away');
});

it('the filter for the next page compares the creation time and, for equal times, the ID', () => {
  const row = { id: 'a', created_at: '2026-11-01T00:00:00.123456+00:00' };
  expect(olderThan(row, 'descending')).toBe(
    'created_at.lt."2026-11-01T00:00:00.123456+00:00",id.lt.a',
  );
  expect(olderThan(row, 'ascending')).toContain(',id.gt.a');
  expect(newerThan(row)).toBe('created_at.gt."2026-11-01T00:00:00.123456+00:00",id.gt.a');
});
