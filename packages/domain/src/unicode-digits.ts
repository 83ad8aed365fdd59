/**
 * Runs of Unicode digits that compatibility normalization does not convert to ASCII: `first code point
 * (hexadecimal), its digit, length of the run`. A single code point is the zero of ten digits. The
 * database's private.fold_digits has the same list, and a test compares the results of both.
 */
const DIGIT_RUNS =
  '660 6f0 7c0 966 9e6 a66 ae6 b66 be6 c66 ce6 d66 de6 e50 ed0 f20 1040 1090 17e0 1810 1946 19d0 ' +
  '1a80 1a90 1b50 1bb0 1c40 1c50 a620 a8d0 a900 a9d0 a9f0 aa50 abf0 104a0 10d30 10d40 11066 110f0 ' +
  '11136 111d0 112f0 11450 114d0 11650 116c0 116d0 116da 11730 118e0 11950 11bf0 11c50 11d50 11da0 ' +
  '11de0 11f50 16130 16a60 16ac0 16b50 16d70 1ccf0 1e140 1e2f0 1e4f0 1e5f1 1e950 ' +
  // Ethiopic, circled, Kharosthi, Rumi and Brahmi digits, most of which have no zero.
  '1369,1,9 19da,1,1 24f5,1,9 24ff,0,1 2776,1,9 2780,1,9 278a,1,9 10a40,1,4 10e60,1,9 11052,1,9 ' +
  // Chinese digits.
  '3007,0,1 96f6,0,1 4e00,1,1 4e8c,2,1 4e09,3,1 56db,4,1 4e94,5,1 516d,6,1 4e03,7,1 516b,8,1 4e5d,9,1';

function readDigitRuns(): ReadonlyMap<string, string> {
  const digits = new Map<string, string>();
  for (const run of DIGIT_RUNS.split(' ')) {
    const [first = '', digit = '0', count = '10'] = run.split(',');
    for (let place = 0; place < Number(count); place += 1) {
      digits.set(
        String.fromCodePoint(Number.parseInt(first, 16) + place),
        String(Number(digit) + place),
      );
    }
  }
  return digits;
}

const ASCII_DIGITS = readDigitRuns();
const BEYOND_ASCII = /[\u{80}-\u{10ffff}]/gu;
const HAS_BEYOND_ASCII = /[^\0-\x7f]/;

/** The text with all digits as ASCII and with compatibility forms normalized. */
export function foldDigits(text: string): string {
  // Most texts are ASCII, which normalization does not change.
  if (!HAS_BEYOND_ASCII.test(text)) return text;
  return text.normalize('NFKC').replace(BEYOND_ASCII, (mark) => ASCII_DIGITS.get(mark) ?? mark);
}
