import { fileURLToPath } from 'node:url';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const BENCH_DIR = fileURLToPath(new URL('.', import.meta.url));

const PARTS = ['api', 'web', 'services', 'realtime'] as const;
type Part = (typeof PARTS)[number];

export interface BenchOptions {
  readonly parts: readonly Part[];
  /** Short and small: shows that everything works, not how fast it is. */
  readonly isQuick: boolean;
  /** Leaves the filled databases for the next run. */
  readonly keepsData: boolean;
  /** Another checkout of this project, to be measured beside this one instead of the floor. */
  readonly beforeDir: string | null;
  /** Databases and builds that are made for a run. */
  readonly dataDir: string;
  /** Where the figures are written; those of a quick run never replace real ones. */
  readonly resultsDir: string;
}

export const USAGE = `npm run bench [-- [api] [web] [services] [realtime] [--quick] [--keep] [--before <checkout>]]
  api      the data API and signing in, beside their floors
  web      the screens' budgets: script sizes, layout shift, Lighthouse
  services objects and functions, beside their floors
  realtime sockets, broadcasts and changes, beside a bare server
  --quick  short and small, to see that it works; written to bench/.data
  --before <checkout>
           the data API and signing in beside another checkout of this project, with its packages
           installed, instead of beside their floors; written to RESULTS-before-after.md
  --keep   leave the filled databases for the next run`;

/** @throws Error when an argument is not known */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { quick: { type: 'boolean' }, keep: { type: 'boolean' }, before: { type: 'string' } },
  });
  const unknown = positionals.find((part) => !PARTS.some((known) => known === part));
  if (unknown !== undefined) throw new Error(`There is no benchmark ${unknown}.`);
  const isQuick = values.quick ?? false;
  const dataDir = join(BENCH_DIR, '.data');
  return {
    parts: PARTS.filter((part) => positionals.length === 0 || positionals.includes(part)),
    isQuick,
    beforeDir: values.before === undefined ? null : resolve(values.before),
    keepsData: values.keep ?? false,
    dataDir,
    resultsDir: isQuick ? dataDir : BENCH_DIR,
  };
}
