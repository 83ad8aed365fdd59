/** `npm run bench [-- api|web|services|realtime|memory|admin|peers --quick --keep …]`: measures, prints, and writes bench/RESULTS*.md. */
import { runApiBench } from './api/index.ts';
import { runBeforeAfter } from './api/before-after.ts';
import { runWebBench } from './web/index.ts';
import { runServicesBench } from './services/index.ts';
import { runRealtimeBench } from './realtime/index.ts';
import { runMemoryBench } from './memory/index.ts';
import { runAdminBench } from './admin/index.ts';
import { runPeersBench } from './peers/index.ts';
import { readOptions, USAGE } from './options.ts';

try {
  const options = readOptions(process.argv.slice(2));
  const { parts, beforeDir, liteDir } = options;
  if (beforeDir !== null) {
    await runBeforeAfter(options, beforeDir);
  } else {
    if (parts.includes('api')) await runApiBench(options);
    if (parts.includes('web')) await runWebBench(options);
    if (parts.includes('services')) await runServicesBench(options);
    if (parts.includes('realtime')) await runRealtimeBench(options);
    if (parts.includes('memory')) await runMemoryBench(options);
    if (parts.includes('admin')) await runAdminBench(options);
    if (liteDir !== null) await runPeersBench(options, liteDir);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(`\n${USAGE}`);
  process.exitCode = 1;
}
