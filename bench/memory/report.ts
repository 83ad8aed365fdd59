import { markdownTable } from '../shared/markdown.ts';
import type { ProcessMemory } from '../shared/process-memory.ts';

interface ProcessKind {
  readonly name: string;
  readonly reason: string;
  readonly pattern: RegExp;
}

/** The first pattern that matches a command gives its kind. */
const KINDS: readonly ProcessKind[] = [
  {
    name: 'Supervisor of the workers',
    reason: 'opens the database, replaces workers that end, keeps the port open',
    pattern: /cli\/start\.ts/,
  },
  {
    name: 'Workers',
    reason: 'serve the requests; one for each core',
    pattern: /workers\/worker\.ts/,
  },
  {
    name: 'Supervisor of Postgres',
    reason:
      'stops Postgres when the server is killed, so that the next start finds the folder free',
    pattern: /postgres-supervisor\.ts/,
  },
  {
    name: 'Deno',
    reason: 'runs edge functions; started by the first call, stopped when idle',
    pattern: /deno/,
  },
  {
    name: 'Postgres: connections',
    reason: 'one process for each open connection of the pools',
    pattern: /^postgres: (?!.*(checkpointer|writer|walwriter|launcher|logger|walsender))\S+ \S+ /,
  },
  {
    name: 'Postgres: replication',
    reason: 'reads the log of changes for realtime',
    pattern: /walsender/,
  },
  {
    name: 'Postgres: server and background processes',
    reason: 'shared buffers, checkpoints, log writer, autovacuum',
    pattern: /postgres/,
  },
];
const OTHER: ProcessKind = { name: 'Others', reason: '', pattern: /./ };

const kindOf = (command: string): ProcessKind =>
  KINDS.find(({ pattern }) => pattern.test(command)) ?? OTHER;

function totalMib(processes: readonly ProcessMemory[]): number {
  return processes.reduce((sum, { pssMib }) => sum + pssMib, 0);
}

function cellsOf(processes: readonly ProcessMemory[]): string[] {
  return [String(processes.length), totalMib(processes).toFixed(0)];
}

const HEAD = ['Processes', 'Idle: number', 'MiB', 'After: number', 'MiB', 'Reason'];

/** @param requests reads between the two measurements */
export function memoryReport(
  machine: readonly string[],
  requests: number,
  idle: readonly ProcessMemory[],
  used: readonly ProcessMemory[],
): string {
  const rows = [...KINDS, OTHER].flatMap((kind) => {
    const ofKind = ({ command }: ProcessMemory): boolean => kindOf(command) === kind;
    const [before, after] = [idle.filter(ofKind), used.filter(ofKind)];
    if (before.length + after.length === 0) return [];
    return [[kind.name, ...cellsOf(before), ...cellsOf(after), kind.reason]];
  });
  const total = ['**All**', ...cellsOf(idle), ...cellsOf(used), ''];
  return `# Memory

Written by \`npm run bench -- memory\`: the proportional set size of each process (a page that n processes share counts 1/n for each) of a server with its embedded Postgres, started directly by node for the second time: idle, and 10 s after ${requests.toLocaleString('en-US')} reads over 32 connections.

${machine.join('\n')}

${markdownTable(HEAD, [...rows, total])}
`;
}
