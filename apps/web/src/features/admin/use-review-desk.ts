import { useEffect, useRef, useState } from 'react';
import { randomUuid } from '../../lib/random-uuid.ts';
import { joinPresence, type Presence } from '../../lib/presence.ts';
import { NOBODY, readOnlookers, type Onlookers } from './onlookers.ts';

/** Its policies let in administrators alone. */
const TOPIC = 'administrators';

/**
 * Who else has which record open, while the others are told of the one that is open here.
 *
 * @param openRecordId null while none is
 */
export function useReviewDesk(
  adminId: string,
  name: string,
  openRecordId: string | null,
): Onlookers {
  const [onlookers, setOnlookers] = useState(NOBODY);
  const [tabId] = useState(randomUuid);
  const desk = useRef<Presence | null>(null);

  useEffect(() => {
    const joined = joinPresence(TOPIC, tabId, (state) =>
      setOnlookers(readOnlookers(state, { adminId, tabId })),
    );
    desk.current = joined;
    return () => {
      desk.current = null;
      joined.leave();
      setOnlookers(NOBODY);
    };
  }, [adminId, tabId]);

  useEffect(() => {
    desk.current?.tell(openRecordId === null ? null : { adminId, name, recordId: openRecordId });
  }, [adminId, name, tabId, openRecordId]);

  return onlookers;
}
