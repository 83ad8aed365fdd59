import type { Caller } from '../identity/caller.ts';
import type { RawRows, WirePool, WireStatement } from './wire/wire-pool.ts';

export type Setting = readonly [name: string, value: string];

export interface TransactionBatch {
  readonly access: 'read only' | 'read write';
  /** Set for this transaction only, in this order. */
  readonly settings: readonly Setting[];
  readonly statements: readonly WireStatement[];
  /** `rollback` keeps nothing of what the statements did. */
  readonly end: 'commit' | 'rollback';
}

const BEGIN: WireStatement = { text: 'begin', parameters: [] };
/** What a commit would have checked at last. */
const CHECK_CONSTRAINTS: WireStatement = {
  text: 'set constraints all immediate',
  parameters: [],
};
const ROLLBACK: WireStatement = { text: 'rollback', parameters: [] };
const READ_ONLY: Setting = ['transaction_read_only', 'on'];

const claimsTexts = new WeakMap<object, string>();

/** Claims as JSON; a token's claims are the same object for as long as it is remembered. */
function claimsText({ claims }: Caller): string {
  let text = claimsTexts.get(claims);
  if (text === undefined) {
    text = JSON.stringify(claims);
    claimsTexts.set(claims, text);
  }
  return text;
}

/** The settings by which policies and functions know the caller. */
export function callerSettings(caller: Caller): Setting[] {
  return [
    ['role', caller.role],
    ['request.jwt.claims', claimsText(caller)],
  ];
}

const settingTexts: string[] = [];

/** One statement for any so many settings; all names and values are parameters. */
function settingsStatement(settings: readonly Setting[]): WireStatement {
  const text = (settingTexts[settings.length] ??= `select ${settings
    .map((_, index) => `set_config($${index * 2 + 1}, $${index * 2 + 2}, true)`)
    .join(', ')}`);
  return { text, parameters: settings.flat() };
}

/**
 * Runs the whole transaction in one round trip. What leaves together is one
 * transaction to Postgres: it commits at the end, or nothing of it stays.
 * Only where nothing shall stay anyway are its bounds sent too.
 *
 * @returns the rows of each statement
 * @throws DatabaseError, ConnectionError
 */
export async function runBatch(pool: WirePool, batch: TransactionBatch): Promise<RawRows[]> {
  const readOnly = batch.access === 'read only';
  const settings = settingsStatement(readOnly ? [READ_ONLY, ...batch.settings] : batch.settings);
  const repeatable = { repeatable: readOnly };
  if (batch.end === 'commit') {
    return (await pool.run([settings, ...batch.statements], repeatable)).slice(1);
  }
  const all = [BEGIN, settings, ...batch.statements, CHECK_CONSTRAINTS, ROLLBACK];
  return (await pool.run(all, repeatable)).slice(2, -2);
}
