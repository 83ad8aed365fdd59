/** A folder into which a bank or an SFTP server puts statements. */
import { lstat, mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import {
  AGENT_RECEIPT_MAPPING,
  inspectTable,
  parseStatement,
  StatementError,
  STATEMENT_LIMITS,
  type StatementLine,
  type StatementOptions,
} from '@beaconpay/statements';
import type { BankLine } from '../supabase/functions/_shared/statement-source.ts';

/** Where a file goes after it is read. */
export type Outcome = 'imported' | 'refused';

export type ReadFile =
  | { readonly lines: readonly BankLine[] }
  /** Why the file cannot be imported. */
  | { readonly problem: string };

/** A file that is still written is older after the next run. */
const SETTLE_MS = 30_000;
/** Hidden files, and the names of unfinished uploads. */
const UNFINISHED = /^\.|\.(?:part|filepart|tmp|crdownload|swp)$/i;

/** The files of the folder that are complete, in the order of their names. Folders and links are left out. */
export async function listStatements(folder: string, nowMs: number): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !UNFINISHED.test(name));
  const kept = await Promise.all(
    names.map(async (name) => {
      const found = await lstat(join(folder, name)).catch(() => null);
      return found?.isFile() === true && nowMs - found.mtimeMs >= SETTLE_MS;
    }),
  );
  return names.filter((_name, at) => kept[at]).sort();
}

function bankLineOf(line: StatementLine): BankLine {
  return {
    line_key: line.key,
    account: line.account,
    booking_date: line.bookingDate,
    value_date: line.valueDate,
    amount: line.amount,
    currency: line.currency,
    counterparty_name: line.counterpartyName,
    counterparty_iban: line.counterpartyAccount,
    remittance_text: line.text,
    end_to_end_id: line.endToEndId,
    bank_reference: line.bankReference,
    is_reversal: line.isReversal,
  };
}

/** The mapping of the documented list of an agent. Other tables are read by the names of their columns. */
function agentOptions(bytes: Uint8Array): StatementOptions {
  try {
    const isList = inspectTable(bytes).headerKey === AGENT_RECEIPT_MAPPING.headerKey;
    return isList ? { mapping: AGENT_RECEIPT_MAPPING } : {};
  } catch (error) {
    if (error instanceof StatementError) return {};
    throw error;
  }
}

/** @param isAgentList whether the file is the list of a cash agent */
export async function readStatement(
  path: string,
  options: StatementOptions,
  isAgentList = false,
): Promise<ReadFile> {
  const { size } = await lstat(path);
  if (size > STATEMENT_LIMITS.maxBytes) return { problem: `too-large: ${String(size)} bytes` };
  const bytes = await readFile(path);
  const result = parseStatement(bytes, {
    ...options,
    ...(isAgentList ? agentOptions(bytes) : {}),
  });
  if (result.ok) return { lines: result.lines.map(bankLineOf) };
  const { key, line, values } = result.error;
  const details = Object.entries(values).map(([name, value]) => `${name} ${String(value)}`);
  const place = line === null ? [] : [`line ${String(line)}`];
  return { problem: [key, ...place, ...details].join(', ') };
}

/** Moves a file into the folder of its outcome. A file of that name is not replaced. */
export async function moveStatement(folder: string, name: string, outcome: Outcome): Promise<void> {
  const target = join(folder, outcome);
  await mkdir(target, { recursive: true, mode: 0o700 });
  const taken = new Set(await readdir(target));
  let free = name;
  for (let copy = 2; taken.has(free); copy += 1) free = `${String(copy)}-${name}`;
  await rename(join(folder, name), join(target, free));
}
