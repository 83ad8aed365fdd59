import { describe, expect, test } from 'vitest';
import { cropToCover } from './crop.ts';

const SOURCE = { width: 400, height: 200 };
const SQUARE = { width: 100, height: 100 };

describe('A crop to a square of an image twice as wide as high', () => {
  test.each([
    ['we', {}, 0],
    ['nowe', {}, 0],
    ['ce', {}, 50],
    ['no', {}, 50],
    ['soea', {}, 100],
    ['we', { x_offset: 10 }, 10],
    ['we', { x_offset: 0.2 }, 40],
    ['ea', { x_offset: 10 }, 90],
    ['we', { x_offset: 5000 }, 100],
    ['fp', { x_offset: 0, y_offset: 1 }, 0],
    ['fp', { x_offset: 0.6, y_offset: 0.5 }, 70],
    ['fp', { x_offset: 1, y_offset: 0 }, 100],
  ] as const)('with %s and %j starts at pixel %i', (gravity, offsets, left) => {
    expect(cropToCover(SOURCE, SQUARE, gravity, offsets)).toEqual({
      resized: { width: 200, height: 100 },
      kept: { ...SQUARE, left, top: 0 },
    });
  });
});

test('A crop does not enlarge the image', () => {
  expect(cropToCover({ width: 30, height: 60 }, { width: 50, height: 40 }, 'so', {})).toEqual({
    resized: { width: 30, height: 60 },
    kept: { width: 30, height: 40, left: 0, top: 20 },
  });
});
