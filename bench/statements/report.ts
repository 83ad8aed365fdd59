import { markdownTable, verdict } from '../shared/markdown.ts';

export interface ParseMeasurement {
  readonly format: string;
  readonly mebibytes: number;
  readonly lines: number;
  readonly wallMs: number;
  readonly processorMs: number;
}

/** The time that a person waits for a file in the browser. */
const TARGET_MS = 5000;

const seconds = (ms: number): string => (ms / 1000).toFixed(2);

export function statementsReport(
  machine: readonly string[],
  runs: number,
  measurements: readonly ParseMeasurement[],
): string {
  const rows = measurements.map(({ format, mebibytes, lines, wallMs, processorMs }) => [
    format,
    mebibytes.toFixed(1),
    lines.toLocaleString('en-US'),
    seconds(wallMs),
    seconds(processorMs),
    verdict(Math.min(wallMs, processorMs) <= TARGET_MS),
  ]);
  const head = ['Format', 'MiB', 'Lines', 'Time in s', 'Processor time in s', 'Target: 5 s'];
  return `# Statements

Written by \`npm run bench -- statements\`: \`parseStatement\` of \`packages/statements\` from the bytes of a file to lines with keys, in one thread of Node, which has the JavaScript engine of Chromium. Medians of ${runs} runs. The processor time includes the threads that compute hashes and collect garbage, so it is what a quiet machine needs at most; the target is compared with the smaller of both times. Files of more than 20 MiB are beyond the limit of the product; they are measured with a higher limit, and a file of 20 MiB follows.

${machine.join('\n')}

${markdownTable(head, rows)}
`;
}
