import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Library from 'ws';
import { PROJECT_DIR } from '../../scripts/project-dir.ts';

/** In the server's own version; the tools of the whole project bring an older one. */
const requireAsServer = createRequire(join(PROJECT_DIR, 'apps/server/package.json'));

export const { WebSocket, WebSocketServer } = requireAsServer('ws') as typeof Library;
