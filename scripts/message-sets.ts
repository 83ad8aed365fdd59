import { join } from 'node:path';
import { WEB_MESSAGES, type MessageSet } from '../apps/web/vite/compile-messages.ts';
import { PROJECT_DIR } from './project-dir.ts';

/** Node and Deno load the functions of these messages without a build. */
function messagesOf(dir: string, sources: string, compiled: string): MessageSet {
  const root = join(PROJECT_DIR, dir);
  return {
    projectDir: join(root, 'project.inlang'),
    messagesDir: join(root, 'messages'),
    compiledDir: join(root, compiled),
    outputStructure: 'locale-modules',
    sources: [join(root, sources)],
  };
}

/** The messages of all parts of the project. */
export const MESSAGE_SETS: readonly MessageSet[] = [
  WEB_MESSAGES,
  messagesOf('apps/server', 'src', 'src/paraglide'),
  messagesOf('supabase/functions/_shared', '..', 'paraglide'),
];
