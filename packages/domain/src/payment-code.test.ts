import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containsCardNumber } from './card-number.ts';
import {
  createPaymentCode,
  findPaymentCodes,
  isPaymentCode,
  judgePaymentCode,
  normalizePaymentCode,
} from './payment-code.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE = /^BP-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;

/** A source of random bytes that fast-check can shrink. */
const codes = fc.integer({ min: 1, max: 0x7fff_ffff }).map((seed) => {
  let state = seed;
  return createPaymentCode((count) =>
    Uint8Array.from({ length: count }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return state >> 16;
    }),
  );
});
const positions = fc.constantFrom(3, 4, 5, 6, 8, 9, 10, 11);

function replaceAt(code: string, at: number, character: string): string {
  return code.slice(0, at) + character + code.slice(at + 1);
}

describe('createPaymentCode', () => {
  it('creates valid codes', () => {
    fc.assert(
      fc.property(codes, (code) => {
        expect(code).toMatch(CODE);
        expect(isPaymentCode(code)).toBe(true);
        expect(judgePaymentCode(code)).toBe('valid');
      }),
    );
  });

  it('asks for other bytes when these make no code', () => {
    const answers = [new Uint8Array(7), Uint8Array.from([7, 19, 3, 15, 9, 2, 23])];
    expect(createPaymentCode(() => answers.shift() ?? new Uint8Array(7))).toBe('BP-7K3F-92QD');
  });

  it('never makes a card number with the digits around a code', () => {
    const digits = fc.string({
      unit: fc.constantFrom(...Array.from('0123456789 -')),
      maxLength: 18,
    });
    fc.assert(
      fc.property(codes, digits, digits, (code, before, after) => {
        fc.pre(!containsCardNumber(before) && !containsCardNumber(after));
        expect(containsCardNumber(`${before}${code}${after}`)).toBe(false);
      }),
    );
  });
});

describe('the check character', () => {
  it('finds every single wrong character', () => {
    fc.assert(
      fc.property(codes, positions, (code, at) => {
        for (const character of ALPHABET) {
          if (character === code[at]) continue;
          const wrong = replaceAt(code, at, character);
          expect(normalizePaymentCode(wrong)).toBeNull();
          expect(judgePaymentCode(wrong)).toBe('wrong-character');
        }
      }),
    );
  });

  it('finds every exchange of two different characters', () => {
    fc.assert(
      fc.property(codes, positions, positions, (code, left, right) => {
        fc.pre(code[left] !== code[right]);
        const exchanged = replaceAt(
          replaceAt(code, left, code.charAt(right)),
          right,
          code.charAt(left),
        );
        expect(normalizePaymentCode(exchanged)).toBeNull();
      }),
    );
  });
});

describe('normalizePaymentCode', () => {
  it.each([
    'BP-7K3F-92QD',
    'bp-7k3f-92qd',
    'BP7K3F92QD',
    '7K3F-92QD',
    ' bp 7k3f 92qd ',
    'BP–7K3F–92QD',
    'BP/7K3F/92QD.',
    'B P - 7 K 3 F\n9 2 Q D',
    'ＢＰ－７Ｋ３Ｆ－９２ＱＤ',
    'BP-٧K٣F-٩٢QD',
  ])('reads %j', (typed) => {
    expect(normalizePaymentCode(typed)).toBe('BP-7K3F-92QD');
  });

  it('reads O as 0 and I and L as 1', () => {
    const lookalikes: Readonly<Record<string, string>> = { '0': 'O', '1': 'I' };
    fc.assert(
      fc.property(codes, fc.constantFrom('I', 'L', 'i', 'l'), (code, one) => {
        const typed = code.replace(/[01]/g, (digit) =>
          digit === '1' ? one : (lookalikes[digit] ?? digit),
        );
        expect(normalizePaymentCode(typed)).toBe(code);
      }),
    );
  });

  it.each(['', 'BP', 'BP-7K3F-92Q', 'BP-7K3F-92QDD', 'BP-UUUU-UUUU', 'INV-2026-0001', '00000000'])(
    'does not read %j',
    (typed) => {
      expect(normalizePaymentCode(typed)).toBeNull();
      expect(isPaymentCode(typed)).toBe(false);
    },
  );

  it('takes only a text with the prefix for a wrong code', () => {
    expect(judgePaymentCode('INV-2026')).toBeNull();
    expect(judgePaymentCode('bp 7k3f 92qe')).toBe('wrong-character');
  });
});

describe('findPaymentCodes', () => {
  it.each([
    ['Order of Ada, bp-7k3f-92qd, thank you', ['BP-7K3F-92QD']],
    ['EREF+NOTPROVIDEDBP-7K3F-92QDTHANKS', ['BP-7K3F-92QD']],
    ['invoice 12 BP-7K\r\n3F-92Q D', ['BP-7K3F-92QD']],
    ['pay 7K3F 92QD now', ['BP-7K3F-92QD']],
    ['7K3F\n92QD', ['BP-7K3F-92QD']],
    ['BP-7K3F-92QD BP7K3F92QD', ['BP-7K3F-92QD']],
    ['BP-7K3F-92QE', []],
    ['rent for May', []],
    ['', []],
  ] as const)('finds in %j the codes %j', (text, expected) => {
    expect(findPaymentCodes(text)).toEqual(expected);
  });

  it('finds codes in any text, with any separators and line splits', () => {
    const separator = fc.constantFrom('', ' ', '-', '\n', '\r\n', '.', ' / ');
    const words = fc.string({ unit: fc.constantFrom(...Array.from('abc 12,')), maxLength: 20 });
    fc.assert(
      fc.property(
        codes,
        codes,
        fc.array(separator, { minLength: 10, maxLength: 10 }),
        words,
        words,
        (code, other, separators, before, after) => {
          const split = Array.from(
            code.replaceAll('-', ''),
            (character, at) => character + (separators[at] ?? ''),
          ).join('');
          const found = findPaymentCodes(`${before} ${split.toLowerCase()} ${after} ${other}`);
          expect(found).toContain(code);
          expect(found).toContain(other);
        },
      ),
    );
  });
});
