// @vitest-environment node
import { expect, test } from 'vitest';
import { createRequestHandler } from './answer-request.ts';
import type { WorkerRequest, WorkerResponse } from './worker-protocol.ts';

const TABLE = [
  'Booked;Paid;Currency;Purpose',
  '2026-11-02;15,00;EUR;BP-7K3F-92QD',
  '2026-11-03;20,00;EUR;second',
  '2026-11-04;-5,00;EUR;third',
].join('\n');

const MAPPING = {
  headerKey: 'booked|paid|currency|purpose',
  columns: ['bookingDate', 'amount', 'currency', 'text'],
} as const;

/** The responses that the worker posts. */
function respond(...requests: WorkerRequest[]): WorkerResponse[] {
  const responses: WorkerResponse[] = [];
  const handleRequest = createRequestHandler((response) => responses.push(response));
  for (const request of requests) handleRequest(request);
  return responses;
}

const open = (text: string): WorkerRequest => ({
  type: 'open',
  bytes: new TextEncoder().encode(text),
});

test('A table is opened with its columns, parsed with progress reports, and returned in parts', () => {
  const account = 'DE89370400440532013000';
  const responses = respond(
    open(TABLE),
    { type: 'parse', options: { mapping: MAPPING, account, today: '2026-11-25' } },
    { type: 'take', first: 1, count: 1 },
    { type: 'take', first: 3, count: 5 },
  );
  expect(responses[0]).toMatchObject({
    type: 'opened',
    table: { headerKey: MAPPING.headerKey, header: ['Booked', 'Paid', 'Currency', 'Purpose'] },
  });
  const shares = responses.flatMap((one) => (one.type === 'progress' ? [one.share] : []));
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect(shares.at(-1)).toBe(1);
  expect(responses.find(({ type }) => type === 'parsed')).toMatchObject({
    summary: {
      format: 'table',
      lineCount: 3,
      accounts: [account],
      currencies: ['EUR'],
      firstDate: '2026-11-02',
      lastDate: '2026-11-04',
      skippedCount: 0,
    },
  });
  expect(responses.at(-2)).toMatchObject({
    type: 'taken',
    lines: [{ account, amount: '20', booking_date: '2026-11-03', remittance_text: 'second' }],
  });
  expect(responses.at(-1)).toEqual({ type: 'taken', lines: [] });
});

test('Lines with long texts are returned in smaller parts without a missing line', () => {
  const text = (at: number): string => `${String(at)} ${'words '.repeat(300)}`;
  const rows = Array.from({ length: 500 }, (_, at) => `2026-11-02;15,00;EUR;${text(at)}`);
  const account = 'DE89370400440532013000';
  const responses = respond(
    open(['Booked;Paid;Currency;Purpose', ...rows].join('\n')),
    { type: 'parse', options: { mapping: MAPPING, account, today: '2026-11-25' } },
    { type: 'take', first: 0, count: 1000 },
  );
  const taken = responses.at(-1);
  const lines = taken?.type === 'taken' ? taken.lines : [];
  expect(lines.map(({ remittance_text }) => parseInt(remittance_text))).toEqual(
    Array.from(lines, (_, at) => at),
  );
  expect(lines.length).toBeLessThan(500);
  expect(JSON.stringify(lines).length).toBeGreaterThan(350_000);
  expect(JSON.stringify(lines).length).toBeLessThan(402_000);
});

test('A table with unknown columns returns its header when it is opened and is rejected when it is parsed', () => {
  const responses = respond(open('Alpha;Beta\n1;2\n'), { type: 'parse', options: {} });
  expect(responses).toMatchObject([
    { type: 'opened', table: { header: ['Alpha', 'Beta'] } },
    { type: 'refused', problem: { key: 'columns-unknown' } },
  ]);
});

test.each([
  ['%PDF-1.7\n1 0 obj\n', 'not-a-text'],
  ['<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><Document>&b;</Document>', 'xml-doctype'],
  ['<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>', 'truncated'],
  ['', 'empty'],
])('The file %j is rejected as %s and has no columns', (text, key) => {
  const responses = respond(open(text), { type: 'parse', options: {} });
  expect(responses.filter(({ type }) => type !== 'progress')).toMatchObject([
    { type: 'opened', table: null },
    { type: 'refused', problem: { key } },
  ]);
});

test('A large table has the correct columns if the sample of its bytes ends inside a character', () => {
  const row = `2026-11-02;15,00;EUR;${'ü'.repeat(100)}\n`;
  for (const padding of ['', 'x']) {
    const [opened] = respond(open(`Größe${padding};Betrag;Währung;Text\n${row.repeat(400)}`));
    expect(opened).toMatchObject({
      table: { header: [`Größe${padding}`, 'Betrag', 'Währung', 'Text'] },
    });
  }
});
