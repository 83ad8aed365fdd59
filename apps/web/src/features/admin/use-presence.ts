import { useEffect, useRef, useState } from 'react';
import { randomUuid } from '../../lib/random-uuid.ts';
import { joinPresence, type Presence } from '../../lib/presence.ts';
import { NO_VIEWERS, readViewers, type Viewers } from './viewers.ts';

/** Its policies admit only administrators. */
const TOPIC = 'administrators';

/**
 * Publishes the open record, and returns who else has which record open.
 *
 * @param openRecordId null while no record is open
 */
export function usePresence(adminId: string, name: string, openRecordId: string | null): Viewers {
  const [viewers, setViewers] = useState(NO_VIEWERS);
  const [tabId] = useState(randomUuid);
  const presence = useRef<Presence | null>(null);

  useEffect(() => {
    const joined = joinPresence(TOPIC, tabId, (state) =>
      setViewers(readViewers(state, { adminId, tabId })),
    );
    presence.current = joined;
    return () => {
      presence.current = null;
      joined.leave();
      setViewers(NO_VIEWERS);
    };
  }, [adminId, tabId]);

  useEffect(() => {
    presence.current?.publish(
      openRecordId === null ? null : { adminId, name, recordId: openRecordId },
    );
  }, [adminId, name, tabId, openRecordId]);

  return viewers;
}
