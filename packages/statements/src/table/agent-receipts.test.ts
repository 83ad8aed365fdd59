import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseStatement } from '../parse-statement.ts';
import { AGENT_RECEIPT_HEADER, AGENT_RECEIPT_MAPPING } from './agent-receipts.ts';
import { inspectTable } from './inspect-table.ts';

const LIST = readFileSync(join(import.meta.dirname, '../../test/corpus/table/agent-list.csv'));

describe('the list of a cash agent', () => {
  it('has the documented columns, which are also found by their names', () => {
    const table = inspectTable(LIST);
    expect(table.header).toEqual(AGENT_RECEIPT_HEADER);
    expect(table.headerKey).toBe(AGENT_RECEIPT_MAPPING.headerKey);
    expect(table.columns).toEqual(AGENT_RECEIPT_MAPPING.columns);
  });

  it('gives the same lines with the mapping', () => {
    const [guessed, mapped] = [
      parseStatement(LIST),
      parseStatement(LIST, { mapping: AGENT_RECEIPT_MAPPING }),
    ];
    expect(mapped).toEqual(guessed);
    expect(mapped.ok && mapped.lines).toHaveLength(3);
  });

  it('is refused with a date in another order, or an amount with a comma', () => {
    for (const row of ['7,02/03/2026,Ada,15.00,USD,FT,A', '7,2026-02-03,Ada,"15,00",USD,FT,A']) {
      const bytes = new TextEncoder().encode(`${AGENT_RECEIPT_HEADER.join(',')}\n${row}\n`);
      expect(parseStatement(bytes, { mapping: AGENT_RECEIPT_MAPPING }).ok).toBe(false);
    }
  });
});
