/** `npm run build`: builds the app once for each language, so that a visitor downloads one. */
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { LANGUAGES } from '../src/lib/languages.ts';

const WEB_DIR = join(import.meta.dirname, '..');
const OUT_DIR = join(WEB_DIR, 'dist');

/** The first language empties the folder. */
for (const { tag, basePath } of LANGUAGES) {
  process.env.WEB_LOCALE = tag;
  const outDir = join(OUT_DIR, basePath);
  const isFirst = basePath === '/';
  await build({ root: WEB_DIR, build: { outDir, emptyOutDir: true, copyPublicDir: isFirst } });
  if (!isFirst) await shareAssets(join(outDir, 'assets'));
}

/** Files with the same content have the same name in all languages, so a browser keeps one copy. */
async function shareAssets(dir: string): Promise<void> {
  for (const name of await readdir(dir))
    await rename(join(dir, name), join(OUT_DIR, 'assets', name));
  await rm(dir, { recursive: true });
}
