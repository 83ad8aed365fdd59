import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import { withImports } from './chunk-imports.ts';

interface PrerenderEntry {
  findPrerenderedPaths: () => Promise<string[]>;
  alternatesOf: (path: string) => { hreflang: string; href: string }[];
  prerender: (path: string) => Promise<{
    pathname: string;
    html: string;
    dashboardStart: string;
    title: string;
    description: string;
    isPrivate: boolean;
    routeFile: string;
  }>;
}

const ENTRY = 'src/entry-prerender.tsx';
/** The further modules of a session, on all pages, and those of all dashboards, where most visits go on. */
const SIGNED_IN_PARTS = [
  'src/lib/supabase-client.ts',
  'src/session/profile.ts',
  'src/session/route-guard.tsx',
  'src/app/layout/avatar-menu.tsx',
  'src/app/with-queries.tsx',
  'src/components/data/reference.tsx',
  'src/payment/record-kinds.ts',
];
/** The further modules of a session on one page. The route loads them only when it runs. */
const DASHBOARD_PARTS: Readonly<Record<string, string>> = {
  '/personal': 'src/app/personal-part.tsx',
  '/business': 'src/app/business-part.tsx',
};
/** Above the boot script, which reads the links to the other languages. */
const CONFIG_PLACEHOLDER = '<!--beaconpay-config-->';
const APP_PLACEHOLDER = '<!--beaconpay-app-->';
const DASHBOARD_PLACEHOLDER = '<!--beaconpay-dashboard-start-->';
/** Served for paths that are not prerendered: the same page without content. */
const SHELL_FILE = 'shell.html';

/**
 * Prerenders all public pages and the start of all dashboards, so that the first paint waits for no script.
 * Writes `<path>/index.html` for each, and an empty shell for all other paths.
 */
export function prerenderPages(): Plugin {
  let config: ResolvedConfig;
  let parts: PageParts;
  let isWritten = false;
  return {
    name: 'beaconpay-prerender',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    configResolved(resolved) {
      config = resolved;
    },
    generateBundle(_options, bundle) {
      parts = pageParts(bundle);
    },
    writeBundle() {
      isWritten = true;
    },
    async closeBundle(error?: Error) {
      // After an error in another plugin there are no files, and Vite reports that error.
      if (error !== undefined || !isWritten) return;
      const outDir = path.resolve(config.root, config.build.outDir);
      const page = await readFile(path.join(outDir, 'index.html'), 'utf8');
      const template = unhurried(page);
      await writeFile(path.join(outDir, SHELL_FILE), withSignedInParts(template, parts.signedIn));
      await withBuiltEntry(config, async ({ alternatesOf, findPrerenderedPaths, prerender }) => {
        for (const pagePath of await findPrerenderedPaths()) {
          const page = await prerender(pagePath);
          const routeParts = parts.byRoute.get(page.routeFile);
          if (routeParts === undefined) throw new Error(`${pagePath} has no part of its own.`);
          const signedInParts = [...parts.signedIn, ...(parts.byDashboard.get(pagePath) ?? [])];
          const folder = path.join(outDir, pagePath);
          await mkdir(folder, { recursive: true });
          await writeFile(
            path.join(folder, 'index.html'),
            withSignedInParts(
              fillTemplate(template, page, {
                languages: page.isPrivate
                  ? []
                  : [canonicalLink(page.pathname), ...alternatesOf(pagePath).map(alternateLink)],
                parts: routeParts.map(modulePreload),
              }),
              signedInParts,
            ),
          );
        }
      });
    },
  };
}

/** Builds the app for Node into a temporary folder, which exists while `work` runs. */
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
      // Everything is bundled, so that the folder needs no node_modules.
      ssr: { noExternal: true },
      build: { ssr: ENTRY, outDir, emptyOutDir: true, copyPublicDir: false },
    });
    const entry = pathToFileURL(path.join(outDir, 'entry-prerender.js')).href;
    await work((await import(entry)) as PrerenderEntry);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

interface PageParts {
  /** For each file in src/app/routes: the scripts of its page that the entry does not import. */
  byRoute: Map<string, string[]>;
  /** The scripts that a session needs besides. */
  signedIn: string[];
  /** The further scripts of a session, by the path of the dashboard. */
  byDashboard: Map<string, string[]>;
}

function pageParts(bundle: Rolldown.OutputBundle): PageParts {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entryFiles = withImports(chunks.find((chunk) => chunk.isEntry)?.fileName ?? '', byName);
  const beyondEntry = ({ fileName }: Rolldown.OutputChunk) =>
    [...withImports(fileName, byName)].filter((name) => !entryFiles.has(name));
  const filesOf = (part: string) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(part)));
    if (chunk === undefined) throw new Error(`${part} is no part of the app.`);
    return beyondEntry(chunk);
  };
  return {
    byRoute: new Map(
      chunks.flatMap((chunk) => {
        const file = /\/src\/app\/routes\/(.+)\.tsx$/.exec(chunk.facadeModuleId ?? '')?.[1];
        return file === undefined ? [] : [[file, beyondEntry(chunk)] as const];
      }),
    ),
    signedIn: SIGNED_IN_PARTS.flatMap(filesOf),
    byDashboard: new Map(
      Object.entries(DASHBOARD_PARTS).map(([path, part]) => [path, filesOf(part)]),
    ),
  };
}

function fillTemplate(
  template: string,
  page: Awaited<ReturnType<PrerenderEntry['prerender']>>,
  links: { languages: string[]; parts: string[] },
): string {
  const title = escapeHtml(page.title);
  const description = escapeHtml(page.description);
  const robots = page.isPrivate ? '<meta name="robots" content="noindex">' : '';
  const dashboardStart =
    page.dashboardStart === ''
      ? ''
      : `<div data-slot="dashboard-start">${refuseStyleAttributes(page.dashboardStart)}</div>`;
  return template
    .replace('<html ', `<html data-page="${page.pathname}" `)
    .replace(/<title>[^<]*<\/title>/, `<title>${title}</title>`)
    .replace(/(<meta\s+name="description"\s+content=")[^"]*/, `$1${description}`)
    .replace(/(<meta\s+property="og:title"\s+content=")[^"]*/, `$1${title}`)
    .replace(/(<meta\s+property="og:description"\s+content=")[^"]*/, `$1${description}`)
    .replace(CONFIG_PLACEHOLDER, `${links.languages.join('')}$&`)
    .replace('</head>', `${links.parts.join('')}${robots}</head>`)
    .replace(DASHBOARD_PLACEHOLDER, () => dashboardStart)
    .replace(APP_PLACEHOLDER, () => refuseStyleAttributes(page.html));
}

/** Without its query, so that search engines count all addresses of a page as one. */
function canonicalLink(pathname: string): string {
  return `<link rel="canonical" href="${pathname}">`;
}

function alternateLink({ hreflang, href }: { hreflang: string; href: string }): string {
  return `<link rel="alternate" hreflang="${hreflang}" href="${href}">`;
}

function modulePreload(file: string): string {
  return `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}">`;
}

/** A page is complete without its scripts, so they must not compete with its style and font. */
function unhurried(page: string): string {
  return page.replaceAll(
    /<(script type="module"|link rel="modulepreload")/g,
    '$& fetchpriority="low"',
  );
}

/** boot-script.ts preloads them if it finds a session. */
function withSignedInParts(page: string, files: string[]): string {
  const hrefs = [...new Set(files)].map((file) => `/${file}`).join(' ');
  return page.replace('<script>', `<script data-signed-in-parts="${hrefs}">`);
}

/** The Content-Security-Policy forbids style attributes in served HTML. */
function refuseStyleAttributes(html: string): string {
  const found = /<[a-z][^<>]*? style="[^"]*"/.exec(html)?.[0];
  if (found !== undefined) throw new Error(`A page rendered ahead of time needs a style: ${found}`);
  return html;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
