import type { Plugin, Rolldown } from 'vite';
import { withImports } from './chunk-imports.ts';

/** Chunks of the back office. Its pages preload their files in the HTML that the server sends. */
const BACK_OFFICE = /\/(?:admin|back-office)-/;

/**
 * Shortens the lists of files that the browser preloads with each dynamic import, because everybody downloads these
 * lists: without the files that the importing chunk has loaded, and without those of the back office.
 */
export function chunkPreloads(): Plugin {
  let loadedBy = new Map<string, ReadonlySet<string>>();
  return {
    name: 'beaconpay-chunk-preloads',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies(file, dependencies, { hostId, hostType }) {
            if (hostType === 'html') return dependencies;
            if (BACK_OFFICE.test(file)) return [];
            const loaded = loadedBy.get(hostId);
            if (loaded === undefined) throw new Error(`${hostId} is no chunk.`);
            return dependencies.filter((dependency) => !loaded.has(dependency));
          },
        },
      },
    }),
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        loadedBy = loadedFiles(bundle);
      },
    },
  };
}

/** For each chunk: the files that are loaded when it runs. They are its imports, and those of the entry. */
function loadedFiles(bundle: Rolldown.OutputBundle): Map<string, ReadonlySet<string>> {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entries = chunks.filter(({ isEntry }) => isEntry);

  return new Map(
    chunks.map(({ fileName }) => {
      const files = new Set<string>();
      for (const name of [fileName, ...entries.map((entry) => entry.fileName)]) {
        withImports(name, byName, files);
      }
      return [fileName, files];
    }),
  );
}
