import { cloneElement, type HTMLAttributes, type ReactElement, type ReactNode } from 'react';
import { cn } from '../../lib/class-names.ts';

interface SlotProps extends HTMLAttributes<HTMLElement> {
  /** Exactly one element. */
  children?: ReactNode;
}

/** Lends its props to its only child, whose own come first; class names are joined. */
export function Slot({ children, className, ...props }: SlotProps) {
  const child = children as ReactElement<HTMLAttributes<HTMLElement>>;
  return cloneElement(child, {
    ...props,
    ...child.props,
    className: cn(className, child.props.className),
  });
}
