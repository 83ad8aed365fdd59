import { describe, expect, it } from 'vitest';
import { isolate, withoutDirectionControls } from './text-direction.ts';

describe('withoutDirectionControls', () => {
  it.each(['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069'])(
    'removes %j',
    (control) => {
      expect(withoutDirectionControls(`FT-${control}100`)).toBe('FT-100');
    },
  );

  it('keeps letters of all scripts and joiners', () => {
    const text = 'Zoë, आयशा, می\u200cخواهم, 李雷';
    expect(withoutDirectionControls(text)).toBe(text);
  });
});

describe('isolate', () => {
  it('keeps numbers, and texts of the direction of the sentence', () => {
    expect(isolate(5)).toBe(5);
    expect(isolate('Ada Lovelace, 15.00')).toBe('Ada Lovelace, 15.00');
    expect(isolate('بطاقة', 'rtl')).toBe('بطاقة');
  });

  it('isolates a text of the other direction', () => {
    expect(isolate('عائشة')).toBe('\u2068عائشة\u2069');
    expect(isolate('FT-100', 'rtl')).toBe('\u2068FT-100\u2069');
    expect(isolate('+234 803', 'rtl')).toBe('\u2068+234 803\u2069');
  });

  it('lets no text end its isolate or reorder its characters', () => {
    expect(isolate('عائشة\u2069\u202e 100')).toBe('\u2068عائشة 100\u2069');
    expect(isolate('FT\u2067-100', 'rtl')).toBe('\u2068FT-100\u2069');
  });

  it('keeps the isolates of a sentence within a sentence', () => {
    expect(isolate(`بطاقة ${isolate('Premium', 'rtl')}`, 'rtl')).toBe(
      '\u2068بطاقة \u2068Premium\u2069\u2069',
    );
  });
});
