import { cloneElement, type HTMLAttributes, type ReactElement, type ReactNode } from 'react';
import { cn } from '../../lib/class-names.ts';

interface SlotProps extends HTMLAttributes<HTMLElement> {
  /** Exactly one element. */
  children?: ReactNode;
}

/** Passes its props to its only child. The child's own props win, and class names are joined. */
export function Slot({ children, className, ...props }: SlotProps) {
  const child = children as ReactElement<HTMLAttributes<HTMLElement>>;
  return cloneElement(child, {
    ...props,
    ...child.props,
    className: cn(className, child.props.className),
  });
}
