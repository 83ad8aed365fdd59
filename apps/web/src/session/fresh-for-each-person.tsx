import { Fragment, useState, type ReactNode } from 'react';
import { useSession } from './session-context.ts';

/**
 * Begins its children anew when another person takes the place of one who was signed in, as they can
 * in another tab: nobody sees or sends what somebody else has typed. A visitor who logs in, and whoever
 * logs in again, finds everything as it was.
 */
export function FreshForEachPerson({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const [last, setLast] = useState({ id: user?.id, turn: 0 });
  if (user !== null && user.id !== last.id) {
    setLast({ id: user.id, turn: last.id === undefined ? 0 : last.turn + 1 });
  }
  return <Fragment key={last.turn}>{children}</Fragment>;
}
