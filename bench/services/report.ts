import { shareOf, shareRangeOf, type Comparison } from '../shared/comparison.ts';
import { markdownTable } from '../shared/markdown.ts';
import type { FunctionFigures } from './measure-functions.ts';
import type { MemoryFigures, ObjectFigures } from './measure-objects.ts';

const MB = 1_000_000;
const milliseconds = (value: number): string =>
  `${value < 100 ? value.toFixed(2) : value.toFixed(0)} ms`;

function cellsOf(comparison: Comparison): string[] {
  const { subject, reference } = comparison;
  const errors = subject.errorCount + reference.errorCount;
  return [
    subject.requestsPerSecond.toFixed(1),
    milliseconds(subject.p50Ms),
    milliseconds(subject.p99Ms),
    reference.requestsPerSecond.toFixed(1),
    milliseconds(reference.p50Ms),
    `**${shareOf(comparison).toFixed(2)}**`,
    shareRangeOf(comparison)
      .map((share) => share.toFixed(2))
      .join(' to '),
    errors === 0 ? 'none' : `**${String(errors)}**`,
  ];
}

const HEAD = [
  'Connections',
  'Ours: 1/s',
  'p50',
  'p99',
  'Floor: 1/s',
  'p50',
  'Ours ÷ floor',
  'worst to best round',
  'Errors',
];

export function servicesReport(
  machine: readonly string[],
  objects: readonly ObjectFigures[],
  memory: MemoryFigures,
  functions: FunctionFigures,
): string {
  const { coldStartsMs } = functions;
  const median = coldStartsMs[Math.floor(coldStartsMs.length / 2)] ?? Number.NaN;
  return `# Objects and functions

Written by \`npm run bench -- services\`: one server process with the settings of production, in alternating rounds with its floor on one machine.

${machine.join('\n')}

## Objects

The floor is bare \`node:http\` that writes the same bytes to a file, with a sync and a rename as the server does, and reads them from there: no caller, no policy, no row.

${markdownTable(
  ['What', 'MB/s', ...HEAD],
  objects.map(({ title, bytes, connections, comparison }) => [
    title,
    ((comparison.subject.requestsPerSecond * bytes) / MB).toFixed(1),
    String(connections),
    ...cellsOf(comparison),
  ]),
)}

Memory of the server's processes: ${memory.beforeMib.toFixed(0)} MiB before, ${memory.mostMib.toFixed(0)} MiB at most while ${String(memory.atOnce)} objects of 100 MB went up and down at once.

## Functions

The floor is the same handler in a bare Deno: no relay, no limits, no log.

${markdownTable(
  ['What', ...HEAD],
  [['A warm call', String(functions.connections), ...cellsOf(functions.comparison)]],
)}

The first call of a function that does not run, with the start of its process: ${milliseconds(median)} (median of ${String(coldStartsMs.length)}; ${coldStartsMs.map((each) => each.toFixed(0)).join(', ')} ms).
`;
}
