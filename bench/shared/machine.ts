import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';

const GIB = 1024 ** 3;

/** A higher load per core before the run means that other processes use the machine. */
const QUIET_LOAD = 0.5;

export function coreCount(): number {
  return availableParallelism();
}

/** The load average of the last minute. */
export function currentLoad(): number {
  return loadavg()[0] ?? 0;
}

/**
 * Describes the machine of the measurement as lines of a Markdown list.
 *
 * @param load the load average before the run
 */
export function describeMachine(
  load: number,
  versions: Readonly<Record<string, string>>,
): string[] {
  const [cpu] = cpus();
  const busy =
    load > QUIET_LOAD * coreCount()
      ? ' — **the machine was busy with other work, so take these figures as a smoke check only**'
      : '';
  return [
    `- Processor: ${cpu?.model.trim() ?? 'unknown'}, ${coreCount()} cores, shared by everything that is measured: load generator, server and Postgres`,
    `- Memory: ${(totalmem() / GIB).toFixed(0)} GiB; system: ${platform()} ${release()}`,
    `- Versions: Node ${process.versions.node}${Object.entries(versions)
      .map(([name, version]) => `, ${name} ${version}`)
      .join('')}`,
    `- Load average before the run: ${load.toFixed(1)}${busy}`,
  ];
}
