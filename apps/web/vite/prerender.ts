import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';

interface PrerenderEntry {
  publicPaths: readonly string[];
  prerender: (path: string) => Promise<{
    html: string;
    title: string;
    description: string;
    routeFile: string;
  }>;
}

const ENTRY = 'src/entry-prerender.tsx';
const APP_PLACEHOLDER = '<!--beaconpay-app-->';
/** Served for paths that are not rendered ahead of time: the same page with nothing in it. */
const SHELL_FILE = 'shell.html';

/**
 * Renders every public page ahead of time, so that the first paint waits for no script.
 * Writes `<path>/index.html` for each, and an empty shell for all other paths.
 */
export function prerenderPublicPages(): Plugin {
  let config: ResolvedConfig;
  let preloads = new Map<string, string[]>();
  return {
    name: 'beaconpay-prerender',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    configResolved(resolved) {
      config = resolved;
    },
    generateBundle(_options, bundle) {
      preloads = routePreloads(bundle);
    },
    async closeBundle(error?: Error) {
      if (error !== undefined) return;
      const outDir = path.resolve(config.root, config.build.outDir);
      const template = await readFile(path.join(outDir, 'index.html'), 'utf8');
      await writeFile(path.join(outDir, SHELL_FILE), template);
      await withBuiltEntry(config, async ({ publicPaths, prerender }) => {
        for (const publicPath of publicPaths) {
          const page = await prerender(publicPath);
          const folder = path.join(outDir, publicPath);
          await mkdir(folder, { recursive: true });
          await writeFile(
            path.join(folder, 'index.html'),
            fillTemplate(template, publicPath, page, preloads.get(page.routeFile) ?? []),
          );
        }
      });
    },
  };
}

/** Builds the app for Node into a temporary folder, which is there for as long as `work` runs. */
async function withBuiltEntry(
  { root, configFile, mode }: ResolvedConfig,
  work: (entry: PrerenderEntry) => Promise<void>,
): Promise<void> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'beaconpay-prerender-'));
  try {
    await build({
      root,
      mode,
      configFile: configFile ?? false,
      logLevel: 'warn',
      // Everything is bundled, so that the folder needs no node_modules beside it.
      ssr: { noExternal: true },
      build: { ssr: ENTRY, outDir, emptyOutDir: true, copyPublicDir: false },
    });
    const entry = pathToFileURL(path.join(outDir, 'entry-prerender.js')).href;
    await work((await import(entry)) as PrerenderEntry);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/** For each file in src/app/routes, the scripts its page needs beyond the entry's own. */
function routePreloads(bundle: Rolldown.OutputBundle): Map<string, string[]> {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entryFiles = withImports(chunks.find((chunk) => chunk.isEntry)?.fileName ?? '', byName);
  return new Map(
    chunks.flatMap((chunk) => {
      const file = /\/src\/app\/routes\/(.+)\.tsx$/.exec(chunk.facadeModuleId ?? '')?.[1];
      if (file === undefined) return [];
      const needed = withImports(chunk.fileName, byName);
      return [[file, [...needed].filter((name) => !entryFiles.has(name))] as const];
    }),
  );
}

function withImports(
  fileName: string,
  byName: Map<string, Rolldown.OutputChunk>,
  seen = new Set<string>(),
): Set<string> {
  if (fileName === '' || seen.has(fileName)) return seen;
  seen.add(fileName);
  for (const imported of byName.get(fileName)?.imports ?? []) withImports(imported, byName, seen);
  return seen;
}

function fillTemplate(
  template: string,
  publicPath: string,
  page: Awaited<ReturnType<PrerenderEntry['prerender']>>,
  preloadFiles: string[],
): string {
  const title = escapeHtml(page.title);
  const description = escapeHtml(page.description);
  return startedAfterFirstPaint(template, preloadFiles)
    .replace('<html lang="en">', `<html lang="en" data-page="${publicPath}">`)
    .replace(/<title>[^<]*<\/title>/, `<title>${title}</title>`)
    .replace(/(<meta\s+name="description"\s+content=")[^"]*/, `$1${description}`)
    .replace(/(<meta\s+property="og:title"\s+content=")[^"]*/, `$1${title}`)
    .replace(/(<meta\s+property="og:description"\s+content=")[^"]*/, `$1${description}`)
    .replace('<div id="root">', '<div id="root" data-prerendered>')
    .replace(APP_PLACEHOLDER, () => withoutStyleAttributes(page.html));
}

/**
 * The page is complete without its scripts, so they must not compete with its style and font:
 * boot.js starts them after the first paint, and gets their names here.
 */
function startedAfterFirstPaint(template: string, preloadFiles: string[]): string {
  const entry = /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(template);
  const links = [...template.matchAll(/<link rel="modulepreload"[^>]* href="([^"]+)">/g)];
  const preloads = [...links.map(([, href]) => href), ...preloadFiles.map((file) => `/${file}`)];
  const withoutScripts = [...links.map(([link]) => link), entry?.[0] ?? ''].reduce(
    (html, element) => html.replace(element, ''),
    template,
  );
  return withoutScripts.replace(
    '<script src="/boot.js">',
    `<script src="/boot.js" data-entry="${entry?.[1] ?? ''}" data-preloads="${preloads.join(' ')}">`,
  );
}

/** Style attributes in served HTML are forbidden; main.tsx sets them from the data attribute. */
function withoutStyleAttributes(html: string): string {
  return html.replaceAll(/(<[a-z][^<>]*?) style="/g, '$1 data-inline-style="');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
