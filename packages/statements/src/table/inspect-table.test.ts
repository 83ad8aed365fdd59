import { describe, expect, it } from 'vitest';
import { parseStatement } from '../parse-statement.ts';
import { inspectTable } from './inspect-table.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const UNKNOWN = encode('Wann;Was;Wieviel\n01/02/2026;BP-7K3F-92QD;1.250\n02/02/2026;coffee;-3\n');

describe('inspectTable', () => {
  it('guesses the roles of known headers and shows the first rows', () => {
    const text =
      'Account: 1\n\nDate;Amount (EUR);Verwendungszweck 1;Verwendungszweck 2;Other\n1;2;3;4;5\n';
    expect(inspectTable(encode(text))).toEqual({
      headerKey: 'date|amount eur|verwendungszweck 1|verwendungszweck 2|other',
      header: ['Date', 'Amount (EUR)', 'Verwendungszweck 1', 'Verwendungszweck 2', 'Other'],
      columns: ['bookingDate', 'amount', 'text', 'text', null],
      missing: [],
      rows: [['1', '2', '3', '4', '5']],
    });
  });

  it('gives the key under which a mapping is stored, and what is missing', () => {
    const { headerKey, columns, missing, rows } = inspectTable(UNKNOWN);
    expect(columns).toEqual([null, null, null]);
    expect(missing).toEqual(['bookingDate', 'amount']);
    expect(rows).toHaveLength(2);
    const result = parseStatement(UNKNOWN, {
      account: '1',
      currency: 'EUR',
      mapping: {
        headerKey,
        columns: ['bookingDate', 'text', 'amount'],
        dateFormat: 'dmy',
        decimalMark: ',',
      },
    });
    expect(
      result.ok && result.lines.map(({ bookingDate, amount }) => [bookingDate, amount]),
    ).toEqual([
      ['2026-02-01', '1250'],
      ['2026-02-02', '-3'],
    ]);
  });

  it('has one key for headers that differ in case and punctuation', () => {
    const key = (header: string): string => inspectTable(encode(`${header}\n1;2\n`)).headerKey;
    expect(key('Buchungstag;"Betrag (EUR)"')).toBe(key('buchungstag;Betrag EUR'));
    expect(key('Débit;Date')).toBe(key('DEBIT;Date'));
    expect(key('Debit;Date')).not.toBe(key('Date;Debit'));
  });
});
