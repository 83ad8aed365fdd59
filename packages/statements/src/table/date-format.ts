import { plainDate } from '../read-values.ts';

export type DateFormat = 'ymd' | 'dmy' | 'mdy';

const YEAR_FIRST = /^(\d{4})([-./ ]?)(\d{2})\2(\d{2})(?:$|[T ,].*)/;
const YEAR_LAST = /^(\d{1,2})([-./ ])(\d{1,2})\2(\d{4}|\d{2})(?:$|[T ,].*)/;
const DAY_NAMED = /^(\d{1,2})[-. ]*([\p{L}]{3,})[-.,/ ]*(\d{4}|\d{2})(?:$|[T ,].*)/u;
const MONTH_NAMED = /^([\p{L}]{3,})[-. ]*(\d{1,2})[,. ]+(\d{4})(?:$|[T ,].*)/u;
const MAX_MONTH = 12;

/** The first letters of the months in English, German, French, Spanish, Italian and Dutch. */
const MONTHS = [
  'jan,ene,gen',
  'feb,fev',
  'mar,mrz,maa',
  'apr,avr,abr',
  'may,mai,mag,mei',
  'jun,juin,giu',
  'jul,juil,lug',
  'aug,aou,ago',
  'sep,set',
  'oct,okt,ott',
  'nov',
  'dec,dez,dic',
].map((names) => names.split(','));

function monthNumber(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  // "juin" and "juil" start like "jui", "mai" and "mag" differ in the third letter.
  const month = MONTHS.findIndex((names) => names.some((start) => plain.startsWith(start)));
  return String(month + 1);
}

/** A date in a format that has one reading only. */
function readUnambiguous(text: string): string | null | undefined {
  const [, year = '', , month = '', day = ''] = YEAR_FIRST.exec(text) ?? [];
  if (year !== '') return plainDate(year, month, day);
  const named = DAY_NAMED.exec(text);
  if (named !== null) {
    return plainDate(named[3] ?? '', monthNumber(named[2] ?? ''), named[1] ?? '');
  }
  const american = MONTH_NAMED.exec(text);
  if (american !== null) {
    return plainDate(american[3] ?? '', monthNumber(american[1] ?? ''), american[2] ?? '');
  }
  return undefined;
}

/** The date as YYYY-MM-DD, or null if the text is none. The time of day has no effect. */
export function readTableDate(text: string, format: DateFormat): string | null {
  const trimmed = text.trim();
  const unambiguous = readUnambiguous(trimmed);
  if (unambiguous !== undefined) return unambiguous;
  const [, first = '', , second = '', year = ''] = YEAR_LAST.exec(trimmed) ?? [];
  if (year === '' || format === 'ymd') return null;
  return format === 'dmy' ? plainDate(year, second, first) : plainDate(year, first, second);
}

/**
 * The order of day and month in a column, or null if the dates have two readings or contradict each
 * other.
 *
 * @param isEuropean whether the table has another mark of a country that writes the day first
 */
export function guessDateFormat(values: readonly string[], isEuropean: boolean): DateFormat | null {
  let hasPoint = false;
  const found = new Set<DateFormat>();
  let isAmbiguous = false;
  for (const value of values) {
    const [, first = '', separator, second = ''] = YEAR_LAST.exec(value.trim()) ?? [];
    if (separator === undefined) continue;
    isAmbiguous = true;
    if (separator === '.') hasPoint = true;
    if (Number(first) > MAX_MONTH) found.add('dmy');
    if (Number(second) > MAX_MONTH) found.add('mdy');
  }
  if (!isAmbiguous) return 'ymd';
  if (found.size === 0) return hasPoint || isEuropean ? 'dmy' : null;
  const [format] = found;
  return found.size === 1 && format !== undefined ? format : null;
}
