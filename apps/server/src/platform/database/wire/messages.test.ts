import { expect, test } from 'vitest';
import { MessageReader, readFields, readRow } from './message-reader.ts';
import { MessageWriter } from './message-writer.ts';

function readAll(chunks: readonly Buffer[]): [string, string][] {
  const messages: [string, string][] = [];
  const reader = new MessageReader((type, body) =>
    messages.push([String.fromCharCode(type), body.toString('utf8')]),
  );
  for (const chunk of chunks) reader.push(chunk);
  return messages;
}

test('Messages do not depend on how the bytes are split', () => {
  const writer = new MessageWriter();
  writer.begin('A').bytes('one').end().begin('B').end();
  writer.begin('C').bytes('ü'.repeat(5_000)).end().begin('D').bytes('last').end();
  const bytes = writer.take();
  const expected = [
    ['A', 'one'],
    ['B', ''],
    ['C', 'ü'.repeat(5_000)],
    ['D', 'last'],
  ];
  for (const size of [1, 3, 7, 4096, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    expect(readAll(chunks)).toEqual(expected);
  }
});

test('A text with NUL cannot end a protocol string early', () => {
  expect(() => new MessageWriter().begin('P').cString('select 1\0; drop')).toThrow(RangeError);
});

test('Bytes that the caller has received are not overwritten by later writes', () => {
  const writer = new MessageWriter();
  const first = writer.begin('A').bytes('first').end().take();
  writer.begin('B').bytes('other').end().take();
  expect(readAll([first])).toEqual([['A', 'first']]);
});

test('Rows distinguish NULL from an empty text', () => {
  const writer = new MessageWriter();
  const row = writer.begin('D').int16(3).value('a').value(null).value('').end().take();
  expect(readRow(row.subarray(5)).map((cell) => cell?.toString() ?? null)).toEqual(['a', null, '']);
});

test('The fields of an error are read by their letters', () => {
  const body = Buffer.from('SERROR\0C23505\0Mduplicate\0\0');
  expect(Object.fromEntries(readFields(body))).toEqual({ S: 'ERROR', C: '23505', M: 'duplicate' });
});
