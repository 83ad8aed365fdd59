import { createElement, type SVGProps } from 'react';

/** A shape of an icon: its element and the attributes. */
type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

/**
 * Creates the icons of lucide-react instead of the package's own function, which has a kilobyte of unused
 * settings and creates each icon again at each render.
 */
export default function createLucideIcon({ node }: { node: readonly Shape[] }) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return function Icon(props: SVGProps<SVGSVGElement>) {
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': 'true',
        ...props,
      },
      ...shapes,
    );
  };
}
