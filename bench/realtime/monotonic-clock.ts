const NS_PER_MS = 1e6;

/** The same in all processes of a machine, and finer than its wall clock. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / NS_PER_MS;
}
