import {
  mkdir,
  mkdtemp,
  readdir,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listStatements, moveStatement, readStatement } from './statement-folder.ts';

const CSV = 'Date,Amount,Currency,Reference,Account\n2026-02-01,15.00,USD,BP-7K3F-92QD,1234\n';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'statements-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function put(name: string, content = CSV, ageS = 60): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  const changedS = Date.now() / 1000 - ageS;
  await utimes(path, changedS, changedS);
  return path;
}

describe('the files of a folder of statements', () => {
  test('are those that are complete, in order', async () => {
    for (const name of ['b.xml', 'a.csv', '.hidden', 'c.csv.part', 'd.TMP']) await put(name);
    await put('still-written.csv', CSV, 5);
    await mkdir(join(folder, 'imported'));
    await symlink('/etc/hostname', join(folder, 'link.csv'));
    expect(await listStatements(folder, Date.now())).toEqual(['a.csv', 'b.xml']);
  });

  test('are moved without replacing another file', async () => {
    for (let copy = 0; copy < 3; copy += 1) {
      await put('a.csv', String(copy));
      await moveStatement(folder, 'a.csv', 'imported');
    }
    expect(await readdir(folder)).toEqual(['imported']);
    expect((await readdir(join(folder, 'imported'))).sort()).toEqual([
      '2-a.csv',
      '3-a.csv',
      'a.csv',
    ]);
  });
});

describe('a file of statements', () => {
  test('has lines in the form of the import', async () => {
    const file = await readStatement(await put('a.csv'), {});
    expect(file).toEqual({
      lines: [
        {
          line_key: expect.stringMatching(/^[\da-f]{64}$/) as string,
          account: '1234',
          booking_date: '2026-02-01',
          value_date: null,
          amount: '15',
          currency: 'USD',
          counterparty_name: null,
          counterparty_iban: null,
          remittance_text: 'BP-7K3F-92QD',
          end_to_end_id: null,
          bank_reference: null,
          is_reversal: false,
        },
      ],
    });
  });

  test('that cannot be read has the reason and the line', async () => {
    const broken = await put('a.csv', `${CSV}2026-13-01,15.00,USD,BP-7K3F-92QD,1234\n`);
    expect(await readStatement(broken, {})).toEqual({
      problem: expect.stringMatching(/^date-invalid, line 3, /) as string,
    });
    const large = await put('large.csv');
    await truncate(large, 30 * 1024 * 1024);
    expect(await readStatement(large, {})).toEqual({ problem: 'too-large: 31457280 bytes' });
  });

  test('of an agent is read by the documented columns only if it has them', async () => {
    const list = 'Receipt no,Date,Name,Amount,Currency,Reference,Agent\n';
    const wrong = await put('a.csv', `${list}1,02/13/2026,Ada,15.00,USD,FT,A\n`);
    expect(await readStatement(wrong, {}, true)).toHaveProperty('problem');
    expect(await readStatement(wrong, {}, false)).toHaveProperty('lines');
    expect(await readStatement(await put('b.csv'), {}, true)).toHaveProperty('lines');
    expect(await readStatement(await put('c.csv', '%PDF-1.7'), {}, true)).toHaveProperty('problem');
  });
});
