import type { Plugin } from 'vite';

const PRELOADED_FONT = /figtree-latin-wght-normal.*\.woff2$/;

/** Adds a preload link for the font file that all pages use, with its hashed name. */
export function fontPreload(): Plugin {
  return {
    name: 'beaconpay-font-preload',
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const fileName = Object.keys(context.bundle ?? {}).find((name) =>
          PRELOADED_FONT.test(name),
        );
        if (fileName === undefined) return [];
        return [
          {
            tag: 'link',
            attrs: {
              rel: 'preload',
              href: `/${fileName}`,
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
            },
            injectTo: 'head-prepend',
          },
        ];
      },
    },
  };
}
