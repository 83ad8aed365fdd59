/** `npm run pictures`: every screen in both themes and sizes, into artifacts/pictures, and the pictures of the README. */
import { join } from 'node:path';
import { PROJECT_DIR } from './project-dir.ts';

process.env.PICTURES_DIR ??= join(PROJECT_DIR, 'artifacts/pictures');
process.argv.push('--grep', '@pictured');
await import('./e2e.ts');
