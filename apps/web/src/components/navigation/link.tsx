import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** A path of this app. */
  to: string;
}

/** Navigates without reloading the app. */
export function Link({ to, onClick, children, ...props }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler(to);
  return (
    <a
      {...props}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    >
      {children}
    </a>
  );
}

interface NavLinkProps extends Omit<LinkProps, 'className'> {
  className: (isActive: boolean) => string;
}

/** A link that is marked as current when its page or a page below it is open. */
export function NavLink({ to, className, ...props }: NavLinkProps) {
  const path = useLocation().pathname.toLowerCase();
  const isActive = path === to || path.startsWith(`${to}/`);
  return (
    <Link
      {...props}
      to={to}
      aria-current={isActive ? 'page' : undefined}
      className={className(isActive)}
    />
  );
}
