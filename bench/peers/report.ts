import { shareOf, shareRangeOf, type Comparison } from '../shared/comparison.ts';
import { markdownTable, verdict } from '../shared/markdown.ts';
import type { LiteDriver } from './lite-server.ts';

export interface PeerFigures {
  readonly driver: LiteDriver;
  readonly what: 'reads' | 'inserts' | 'uploads' | 'downloads';
  readonly comparison: Comparison;
}

export interface StartFigures {
  readonly name: string;
  /** From the start of the process to the first answer. */
  readonly readyMs: number;
}

/** Requests per second of ours over Lite's. */
const TARGETS: Record<LiteDriver, Readonly<Partial<Record<PeerFigures['what'], number>>>> = {
  postgres: { reads: 10, inserts: 5, uploads: 2, downloads: 3 },
  pglite: { reads: 20, inserts: 8 },
  'sqlite-postgres': { reads: 5, inserts: 5 },
};
const START_TARGET_MS = 1_500;

const DRIVER_NAMES: Record<LiteDriver, string> = {
  postgres: 'the same Postgres',
  pglite: 'PGlite',
  'sqlite-postgres': 'SQLite',
};

function rowOf({ driver, what, comparison }: PeerFigures): string[] {
  const { subject, reference } = comparison;
  const target = TARGETS[driver][what] ?? 0;
  const share = shareOf(comparison);
  return [
    what,
    DRIVER_NAMES[driver],
    subject.requestsPerSecond.toFixed(0),
    `${subject.p50Ms.toFixed(1)} ms`,
    reference.requestsPerSecond.toFixed(0),
    `${reference.p50Ms.toFixed(1)} ms`,
    `**${share.toFixed(1)}**`,
    shareRangeOf(comparison)
      .map((each) => each.toFixed(1))
      .join(' to '),
    String(subject.errorCount + reference.errorCount),
    `${String(target)}: ${verdict(share >= target)}`,
  ];
}

const HEAD = [
  'What',
  'Lite on',
  'Ours: 1/s',
  'p50',
  'Lite: 1/s',
  'p50',
  'Ours ÷ Lite',
  'worst to best round',
  'Errors',
  'Target',
];

export function peersReport(
  machine: readonly string[],
  figures: readonly PeerFigures[],
  starts: readonly StartFigures[],
): string {
  const own = starts[0]?.readyMs ?? Number.NaN;
  return `# Beside Supabase Lite

Written by \`npm run bench -- peers --lite <folder>\`: both servers with one project (a table of notes with a policy), in alternating rounds on one machine. Reads are a customer's ten newest notes and inserts return the id, over 32 connections. Uploads and downloads are objects of 10 kB over 8 connections. Ours always uses Postgres.

${machine.join('\n')}

${markdownTable(HEAD, figures.map(rowOf))}

Second start until the first answer (target for ours: ${String(START_TARGET_MS)} ms, ${verdict(own <= START_TARGET_MS)}):

${markdownTable(
  ['Server', 'ms'],
  starts.map(({ name, readyMs }) => [name, readyMs.toFixed(0)]),
)}
`;
}
