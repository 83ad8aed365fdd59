import { expect, test } from 'vitest';
import { buttonVariants } from './button.tsx';

const VARIANTS = ['default', 'destructive', 'outline', 'secondary', 'ghost', 'link'] as const;
const SIZES = ['default', 'sm', 'lg', 'icon'] as const;

/** @covers 9.31 */
test('a button has six variants with different class names', () => {
  const classNames = new Set(VARIANTS.map((variant) => buttonVariants({ variant })));
  expect(classNames.size).toBe(6);
});

/** @covers 9.31 */
test('a button has four sizes with different class names', () => {
  const classNames = new Set(SIZES.map((size) => buttonVariants({ size })));
  expect(classNames.size).toBe(4);
});

/** @covers 9.31 */
test('a button has the default variant and size unless specified', () => {
  expect(buttonVariants()).toBe(buttonVariants({ variant: 'default', size: 'default' }));
});
