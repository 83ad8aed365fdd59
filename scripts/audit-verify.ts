/** `npm run audit:verify [-- --head <position>:<hash>]`: finds the first entry of the audit log that was changed. */
import { loadConfig } from '@beaconpay/server/config';
import { withConnection } from '@beaconpay/server/platform/database/connection';
import { readCommandLine } from '@beaconpay/server/cli/command-line';
import { runCommand } from '@beaconpay/server/cli/run-command';
import { withPreparedDatabase } from '@beaconpay/server/operations/with-database';
import { parseChainHead, verifyAuditChain, type BrokenEntry } from './audit-chain.ts';
import { loadEnvironment } from './load-environment.ts';

const SENTENCES: Readonly<Record<BrokenEntry['problem'], string>> = {
  link_removed: 'A link before it was removed from the chain.',
  link_changed: 'Its link was changed or moved.',
  entry_removed: 'The entry was removed.',
  entry_changed: 'The entry was changed or moved.',
  entry_erased: 'Values were erased, but no erasure is recorded.',
  entry_backdated: 'The entry was added later than its time says.',
  entry_inserted: 'The entry was inserted between sealed ones.',
  head_differs: 'The chain differs from the given head: it was replaced or cut.',
};

function describe({ entryId, position, problem }: BrokenEntry): string {
  const entry = entryId === null ? '' : `, entry ${String(entryId)}`;
  const place = position === null ? '' : `, position ${String(position)}`;
  return `The audit log is broken${entry}${place}. ${SENTENCES[problem]}`;
}

const { words, flags } = readCommandLine({
  usage: 'audit:verify [-- --head <position>:<hash>]',
  most: 1,
  flags: ['head'],
});
await runCommand(async () => {
  const [word] = words;
  if (flags.has('head') !== (word !== undefined)) throw new Error('Use --head <position>:<hash>.');
  const copy = word === undefined ? null : parseChainHead(word);
  const { head, broken } = await withPreparedDatabase(loadConfig(loadEnvironment()), (connection) =>
    withConnection(connection, 'audit-verify', (sql) => verifyAuditChain(sql, copy)),
  );
  if (broken !== null) throw new Error(describe(broken));
  console.log(
    `The audit log is intact. Entries: ${String(head.position)}. Head: ${String(head.position)}:${head.hash}`,
  );
});
