import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { noDevPages } from './vite/no-dev-pages.ts';
import { unnamedRouter } from './vite/unnamed-router.ts';
import { chunkGroups } from './vite/chunk-groups.ts';
import { chunkPreloads } from './vite/chunk-preloads.ts';
import { fontPreload } from './vite/font-preload.ts';
import { compiledMessages } from './vite/compile-messages.ts';
import { htmlMessages, inlineMessages } from './vite/inline-messages.ts';
import { inlineBootScript } from './vite/inline-boot-script.ts';
import { prerenderPages } from './vite/prerender.ts';

const backendPaths = [
  '/auth/v1',
  '/rest/v1',
  '/storage/v1',
  '/realtime/v1',
  '/functions/v1',
  '/health',
];

/** The language of the build, or of `WEB_LOCALE=de npm run dev`. */
const locale = process.env.WEB_LOCALE ?? 'en';

const backend = process.env.BEACONPAY_API ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [
    compiledMessages(),
    inlineMessages(locale),
    htmlMessages(locale),
    react(),
    noDevPages(),
    unnamedRouter(),
    tailwindcss(),
    chunkGroups(),
    chunkPreloads(),
    fontPreload(),
    inlineBootScript(),
    prerenderPages(),
  ],
  resolve: {
    alias: {
      // The original writes <style> elements, which the Content-Security-Policy forbids.
      'react-style-singleton': fileURLToPath(
        new URL('./src/lib/constructed-style-singleton.ts', import.meta.url),
      ),
      // How the icons of lucide-react import their builder.
      '../createLucideIcon.mjs': fileURLToPath(
        new URL('./src/lib/lucide-icon.ts', import.meta.url),
      ),
    },
  },
  server: {
    proxy: Object.fromEntries(
      backendPaths.map((path) => [
        path,
        { target: backend, changeOrigin: false, ws: path === '/realtime/v1' },
      ]),
    ),
  },
  build: {
    target: 'es2023',
    // Small files as data: URLs would need wider Content-Security-Policy sources.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
