import { expect, test } from 'vitest';
import { buttonVariants } from './button.tsx';

const VARIANTS = ['default', 'destructive', 'outline', 'secondary', 'ghost', 'link'] as const;
const SIZES = ['default', 'sm', 'lg', 'icon'] as const;

/** @covers 9.31 */
test('a button has six variants, which all look different', () => {
  const looks = new Set(VARIANTS.map((variant) => buttonVariants({ variant })));
  expect(looks.size).toBe(6);
});

/** @covers 9.31 */
test('a button has four sizes, which all look different', () => {
  const looks = new Set(SIZES.map((size) => buttonVariants({ size })));
  expect(looks.size).toBe(4);
});

/** @covers 9.31 */
test('a button is of the default variant and size unless specified', () => {
  expect(buttonVariants()).toBe(buttonVariants({ variant: 'default', size: 'default' }));
});
