import path from 'node:path';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';

const ENTRY = 'src/boot/boot-script.ts';
const PLACEHOLDER = '<!--beaconpay-boot-script-->';

/**
 * Inlines src/boot/boot-script.ts into the page, so that it runs before the first paint without a request.
 * The server allows it by its hash.
 */
export function inlineBootScript(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'beaconpay-boot-script',
    configResolved(resolved) {
      config = resolved;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        if (!html.includes(PLACEHOLDER)) return html;
        const code = await bundle(config);
        return html.replace(PLACEHOLDER, () => `<script>${code}</script>`);
      },
    },
  };
}

async function bundle({ root, mode }: ResolvedConfig): Promise<string> {
  const { output } = (await build({
    root,
    mode,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: path.join(root, ENTRY), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  return output[0].code.trim();
}
