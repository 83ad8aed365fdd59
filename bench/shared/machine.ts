import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';

const GIB = 1024 ** 3;

/** Load above this, before anything was started, means that somebody else is using the machine. */
const QUIET_LOAD = 0.5;

export function coreCount(): number {
  return availableParallelism();
}

/** Processes that wanted a core during the last minute, on average. */
export function currentLoad(): number {
  return loadavg()[0] ?? 0;
}

/**
 * Where the figures were taken, as lines of a Markdown list.
 *
 * @param load before anything was started
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
