/** `npm run bench [-- api|web|services|realtime --quick --keep --before <checkout>]`: measures, prints, and writes bench/RESULTS*.md. */
import { runApiBench } from './api/index.ts';
import { runBeforeAfter } from './api/before-after.ts';
import { runWebBench } from './web/index.ts';
import { runServicesBench } from './services/index.ts';
import { runRealtimeBench } from './realtime/index.ts';
import { readOptions, USAGE } from './options.ts';

try {
  const options = readOptions(process.argv.slice(2));
  if (options.beforeDir !== null) await runBeforeAfter(options, options.beforeDir);
  else if (options.parts.includes('api')) await runApiBench(options);
  if (options.beforeDir === null && options.parts.includes('web')) await runWebBench(options);
  if (options.beforeDir === null && options.parts.includes('services')) {
    await runServicesBench(options);
  }
  if (options.beforeDir === null && options.parts.includes('realtime')) {
    await runRealtimeBench(options);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(`\n${USAGE}`);
  process.exitCode = 1;
}
