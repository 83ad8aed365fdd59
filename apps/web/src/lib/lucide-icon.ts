import { createElement, type SVGProps } from 'react';

/** One shape of an icon: its element and that element's attributes. */
type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

/**
 * Makes the icons of lucide-react in place of the package's own builder, which brings a kilobyte of
 * settings that nothing here uses and puts every icon together anew whenever it is rendered.
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
