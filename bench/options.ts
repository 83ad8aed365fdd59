import { fileURLToPath } from 'node:url';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const BENCH_DIR = fileURLToPath(new URL('.', import.meta.url));

/** All but `peers`, which needs a folder with Supabase Lite. */
const DEFAULT_PARTS = ['api', 'web', 'services', 'realtime', 'memory', 'admin'] as const;
const PARTS = [...DEFAULT_PARTS, 'peers'] as const;
type Part = (typeof PARTS)[number];

export interface BenchOptions {
  readonly parts: readonly Part[];
  /** Short and small: shows that everything works, not how fast it is. */
  readonly isQuick: boolean;
  /** Leaves the filled databases for the next run. */
  readonly keepsData: boolean;
  /** Another checkout of this project, to be measured beside this one instead of the floor. */
  readonly beforeDir: string | null;
  /** A folder with `@supabase/lite` in its `node_modules`, for the benchmark `peers`. */
  readonly liteDir: string | null;
  /** Databases and builds that are made for a run. */
  readonly dataDir: string;
  /** Where the figures are written; those of a quick run never replace real ones. */
  readonly resultsDir: string;
}

export const USAGE = `npm run bench [-- [api] [web] [services] [realtime] [memory] [admin] [--quick] [--keep] [--before <checkout>]]
npm run bench -- peers --lite <folder> [--quick]
  api      the data API and signing in, beside their floors
  web      the screens' budgets: script sizes, layout shift, Lighthouse
  services objects and functions, beside their floors
  realtime sockets, broadcasts and changes, beside a bare server
  memory   the memory of each process, idle and after reads (Linux only)
  admin    the search, the queue and the submissions of the back office with a million records
  peers    the data API and objects beside Supabase Lite, installed in <folder> by
           npm install @supabase/lite postgres
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
    options: {
      quick: { type: 'boolean' },
      keep: { type: 'boolean' },
      before: { type: 'string' },
      lite: { type: 'string' },
    },
  });
  const unknown = positionals.find((part) => !PARTS.some((known) => known === part));
  if (unknown !== undefined) throw new Error(`There is no benchmark ${unknown}.`);
  if (positionals.includes('peers') !== (values.lite !== undefined)) {
    throw new Error('The benchmark peers needs --lite, and only peers uses it.');
  }
  const isQuick = values.quick ?? false;
  const dataDir = join(BENCH_DIR, '.data');
  return {
    parts:
      positionals.length === 0 ? DEFAULT_PARTS : PARTS.filter((part) => positionals.includes(part)),
    isQuick,
    beforeDir: values.before === undefined ? null : resolve(values.before),
    liteDir: values.lite === undefined ? null : resolve(values.lite),
    keepsData: values.keep ?? false,
    dataDir,
    resultsDir: isQuick ? dataDir : BENCH_DIR,
  };
}
