import { markdownTable, verdict } from '../shared/markdown.ts';
import { LINES_OF_CALL } from './fill-matching.ts';
import type { MatchingMeasurement } from './measure-matching.ts';

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
  matching: MatchingMeasurement,
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

## Import and match

${matchingReport(matching)}`;
}

const IMPORT_TARGET_MS = 10_000;
const LATENCY_FACTOR = 2;

function matchingReport({
  records,
  lines,
  importMs,
  writeMs,
  readLines,
  readImportMs,
  result,
  idle,
  meanwhile,
  approvalsPerSecond,
}: MatchingMeasurement): string {
  const rows = [
    ['import and match', `${seconds(importMs)} s`, '10 s', verdict(importMs <= IMPORT_TARGET_MS)],
    ['of which writing the rows takes at least', `${seconds(writeMs)} s`, '', ''],
    [
      'p95 of reads meanwhile',
      `${meanwhile.p95Ms.toFixed(1)} ms`,
      `${(LATENCY_FACTOR * idle.p95Ms).toFixed(1)} ms, twice the p95 before the import`,
      verdict(meanwhile.p95Ms <= LATENCY_FACTOR * idle.p95Ms),
    ],
  ];
  return `${lines.toLocaleString('en-US')} lines in calls of \`import_bank_lines\` with ${LINES_OF_CALL} lines, one after another, over the data API, against ${records.toLocaleString('en-US')} records. The result: ${JSON.stringify(result)}. Automatic approvals happen after the import, in a job: ${approvalsPerSecond.toFixed(0)} a second.

The least time for writing is that of copying all rows of the import (lines, links, payment states, events, waiting references, audit log, mails) into empty tables with the same indexes, one statement per table, without reading a text, finding a record or calling a trigger.

Then ${readLines.toLocaleString('en-US')} further lines are imported in ${seconds(readImportMs)} s while four readers ask for pages of records without a pause.

${markdownTable(['', 'measured', 'target', ''], rows)}
`;
}
