import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STATEMENT_LIMITS } from './limits.ts';
import { parseStatement } from './parse-statement.ts';

const CORPUS = join(import.meta.dirname, '../test/corpus');
const OPTIONS = { account: 'DE89370400440532013000', currency: 'EUR' };

function readCorpusFile(file: string): Uint8Array {
  return new Uint8Array(readFileSync(join(CORPUS, file)));
}

const FILES = ['camt', 'mt940', 'ofx', 'table'].flatMap((format) =>
  readdirSync(join(CORPUS, format)).map((file) => readCorpusFile(`${format}/${file}`)),
);

describe('a file that ends early', () => {
  it.each([
    'camt/053-v08.xml',
    'camt/batch-of-three.xml',
    'camt/utf-16.xml',
    'mt940/structured.sta',
    'mt940/swift-blocks.sta',
    'mt940/interim.sta',
    'ofx/sgml.ofx',
    'ofx/xml.ofx',
  ])('never gives fewer lines: %s', (file) => {
    const bytes = readCorpusFile(file);
    const complete = parseStatement(bytes, OPTIONS);
    if (!complete.ok) throw new Error(complete.error.key);
    for (let length = 1; length < bytes.length; length += 1) {
      const cut = parseStatement(bytes.slice(0, length), OPTIONS);
      if (cut.ok) expect(cut.lines).toEqual(complete.lines);
    }
  });
});

describe('a damaged file', () => {
  it('is refused with a key or read, whatever the damage is', () => {
    const damage = fc.record({
      file: fc.constantFrom(...FILES),
      start: fc.nat(2000),
      length: fc.nat(40),
      bytes: fc.uint8Array({ maxLength: 8 }),
    });
    fc.assert(
      fc.property(damage, ({ file, start, length, bytes }) => {
        const at = start % (file.length + 1);
        const damaged = [...file.slice(0, at), ...bytes, ...file.slice(at + length)];
        const result = parseStatement(Uint8Array.from(damaged), OPTIONS);
        if (!result.ok) expect(result.error.key).toMatch(/^[a-z0-9-]+$/);
      }),
      { numRuns: 1000 },
    );
  });

  it('is refused quickly if it is hostile', () => {
    const size = 2 * 1024 * 1024;
    const hostile = [
      '<a>'.repeat(size / 3),
      `<Document ${'a="b" '.repeat(size / 6)}`,
      `<OFX>${'<a'.repeat(size / 2)}`,
      `<OFX>${'<![CDATA['.repeat(size / 9)}`,
      `<OFX><STMTTRN>${'&amp;'.repeat(size / 5)}`,
      ':20:'.repeat(size / 4),
      `:20:x\n:25:y\n${':61:\n'.repeat(size / 5)}`,
      '"'.repeat(size),
      ';,'.repeat(size / 2),
      ';,\n'.repeat(size / 3),
      '1'.repeat(size),
    ];
    for (const text of hostile) {
      const before = process.cpuUsage();
      const result = parseStatement(new TextEncoder().encode(text), OPTIONS);
      expect(result.ok).toBe(false);
      // A quadratic algorithm takes minutes.
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(10_000);
    }
  });
});

describe('the limits', () => {
  const row = '2026-01-05;1,50;coffee\n';

  it('refuse more bytes', () => {
    const bytes = new Uint8Array(STATEMENT_LIMITS.maxBytes + 1);
    expect(parseStatement(bytes)).toEqual({
      ok: false,
      error: {
        key: 'too-large',
        line: null,
        values: { bytes: bytes.length, maxBytes: 20 * 1024 * 1024 },
      },
    });
  });

  it('refuse more lines', () => {
    const bytes = new TextEncoder().encode(`Date;Amount;Description\n${row.repeat(4)}`);
    const read = (maxLines: number) => parseStatement(bytes, { ...OPTIONS, limits: { maxLines } });
    expect(read(4).ok).toBe(true);
    expect(read(3)).toEqual({
      ok: false,
      error: { key: 'too-many-lines', line: 5, values: { maxLines: 3 } },
    });
  });
});

describe('the progress', () => {
  it('rises from 0 to 1', () => {
    const shares: number[] = [];
    const rows = Array.from({ length: 5000 }, (_, at) => `2026-01-05;${at},50;coffee\n`);
    const bytes = new TextEncoder().encode(`Date;Amount;Description\n${rows.join('')}`);
    parseStatement(bytes, OPTIONS, (share) => shares.push(share));
    expect(shares.length).toBeGreaterThan(5);
    expect(shares).toEqual(shares.toSorted((left, right) => left - right));
    expect(shares.at(-1)).toBe(1);
    expect(shares[0]).toBeGreaterThanOrEqual(0);
  });
});
