import path from 'node:path';
import type { Plugin } from 'vite';

const DEV = path.resolve(import.meta.dirname, '../src/dev') + path.sep;

/** Fails a production build that contains a page for development (`src/dev`). */
export function noDevPages(): Plugin {
  return {
    name: 'beaconpay-no-dev-pages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const found = Object.values(bundle)
        .flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []))
        .filter((id) => id.startsWith(DEV));
      if (found.length > 0) {
        this.error(`The build contains pages for development: ${found.join(', ')}`);
      }
    },
  };
}
