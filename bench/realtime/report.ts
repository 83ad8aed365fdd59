import { shareOf, shareRangeOf } from '../shared/comparison.ts';
import { markdownTable, verdict } from '../shared/markdown.ts';
import type { ChangesFigures, Strays } from './measure-changes.ts';
import type { FanOutFigures } from './measure-fan-out.ts';
import type { RealtimeFigures } from './figures.ts';
import { TARGETS } from './settings.ts';

const milliseconds = (value: number): string =>
  `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

function tellStrays({ missing, doubled, foreign }: Strays): string {
  if (missing + doubled + foreign === 0) return 'yes';
  return `**no**: ${String(missing)} missing, ${String(doubled)} twice, ${String(foreign)} to others`;
}

const isExact = ({ strays: { missing, doubled, foreign } }: ChangesFigures): boolean =>
  missing + doubled + foreign === 0;

function targetTable({ fanOut, changes, decisions }: RealtimeFigures): string {
  const { fanOutShareOfFloor, changeP99Ms, decisionP99Ms } = TARGETS;
  const share = shareOf(fanOut.comparison);
  return markdownTable(
    ['Target', 'Found', ''],
    [
      [
        `One message to ${String(fanOut.sockets)} sockets: at least ${percent(fanOutShareOfFloor)} of the bare server's messages a second`,
        percent(share),
        verdict(share >= fanOutShareOfFloor),
      ],
      ...changes.flatMap((figures) => [
        [
          `A change, ${String(figures.subscribers)} subscribers, ${figures.title}: p99 below ${String(changeP99Ms)} ms`,
          milliseconds(figures.delays.p99Ms),
          verdict(figures.delays.p99Ms < changeP99Ms),
        ],
        [
          `The same: each gets each of its rows once, and no other's`,
          tellStrays(figures.strays),
          verdict(isExact(figures)),
        ],
      ]),
      ...decisions.map(({ screen, delays }) => [
        `A decision is shown by ${screen}: p99 below ${String(decisionP99Ms)} ms`,
        milliseconds(delays.p99Ms),
        verdict(delays.p99Ms < decisionP99Ms),
      ]),
    ],
  );
}

function fanOutTable({ comparison, processorUs }: FanOutFigures): string {
  const { subject, reference } = comparison;
  const side = (name: string, summary: typeof subject, costUs: number): string[] => [
    name,
    summary.requestsPerSecond.toFixed(0),
    milliseconds(summary.p50Ms),
    milliseconds(summary.p99Ms),
    `${costUs.toFixed(1)} µs`,
    summary.errorCount === 0 ? 'none' : `**${String(summary.errorCount)}**`,
  ];
  return markdownTable(
    ['', 'Messages a second', 'p50', 'p99', 'Processor time of the main thread', 'Errors'],
    [
      side('Ours', subject, processorUs.ours),
      side('Bare `ws`', reference, processorUs.floor),
      ['**Ours ÷ bare**', `**${percent(shareOf(comparison))}**`, '', '', '', ''],
    ],
  );
}

function changesTable(changes: readonly ChangesFigures[]): string {
  return markdownTable(
    [
      'Subscribed to',
      'Subscribers',
      'Changes',
      'p50',
      'p99',
      'Each once, and no other’s',
      'Main thread, a burst',
      'Postgres, a burst',
    ],
    changes.map(({ title, subscribers, bursts, delays, strays, processorTime }) => [
      title,
      String(subscribers),
      `${String(bursts)} × ${String(subscribers)}`,
      milliseconds(delays.p50Ms),
      milliseconds(delays.p99Ms),
      tellStrays(strays),
      milliseconds(processorTime.mainThreadsMs / bursts),
      milliseconds(processorTime.postgresMs / bursts),
    ]),
  );
}

function describeShortage({ fanOut, wantedSockets }: RealtimeFigures): string {
  if (fanOut.sockets >= wantedSockets) return '';
  return `\n**Only ${String(fanOut.sockets)} of ${String(wantedSockets)} sockets: a process may not have more files open here (\`ulimit -n\`).**\n`;
}

export function realtimeReport(machine: readonly string[], figures: RealtimeFigures): string {
  const { idle, fanOut, changes, decisions, api } = figures;
  const [worst, best] = shareRangeOf(fanOut.comparison);
  return `# Realtime

Written by \`npm run bench -- realtime\`: one server process with the settings of production, and sockets of the bare \`ws\` client in two processes beside it.

${machine.join('\n')}
${describeShortage(figures)}
${targetTable(figures)}

## Idle sockets

Each has joined a topic of its own and is idle. Memory for each socket is the resident memory of the server's processes with all sockets less that without sockets; 200 were opened and closed before.

${markdownTable(
  ['Sockets', 'Before', 'After', 'Each', 'Opened and joined a second'],
  idle.map(({ sockets, beforeMib, afterMib, perSocketKib, openedPerSecond }) => [
    String(sockets),
    `${beforeMib.toFixed(0)} MiB`,
    `${afterMib.toFixed(0)} MiB`,
    `**${perSocketKib.toFixed(1)} KiB**`,
    openedPerSecond.toFixed(0),
  ]),
)}

## One message to ${String(fanOut.sockets)} sockets

Sent on a socket to a topic that all others have joined: ${String(fanOut.rounds)} times, alternately with a bare \`ws\` server that sends the same ${String(fanOut.frameBytes)} bytes to as many sockets. The times are from sending the message to receiving the frame, and the rate counts until the last socket has it. The receiving processes share the cores with both sides, so the processor time shows the difference better. Worst to best round: ${percent(worst)} to ${percent(best)}.

${fanOutTable(fanOut)}

## Changes

Each subscriber has a token of its own and may read only its own rows of \`public.transactions\`. Each burst has one row for each subscriber, in statements that commit one after the other. The times are from the commit until the subscriber's process reads the frame. Without a filter Postgres checks every row for every subscriber.

${changesTable(changes)}

## A decision on the customer’s screens

A production build in Chromium, served by as many processes as there are cores: the customer has three tabs open, and an administrator approves the order. From before the decision is sent, as the administrator’s client does it, until the page itself has changed, without a reload.

${markdownTable(
  ['Shown by', 'Decisions', 'p50', 'p99'],
  decisions.map(({ screen, delays }) => [
    screen,
    String(delays.requests),
    milliseconds(delays.p50Ms),
    milliseconds(delays.p99Ms),
  ]),
)}

## The data API meanwhile

One's own orders on one connection, to the same process.

${markdownTable(
  ['Beside', 'p50', 'p99', 'Reads', 'Errors'],
  api.map(({ beside, summary }) => [
    beside,
    milliseconds(summary.p50Ms),
    milliseconds(summary.p99Ms),
    String(summary.requests),
    summary.errorCount === 0 ? 'none' : `**${String(summary.errorCount)}**`,
  ]),
)}
`;
}
