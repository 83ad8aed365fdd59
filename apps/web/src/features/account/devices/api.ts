import { loadSupabase } from '../../../lib/supabase.ts';
import { requireSessionOf } from '../../../session/require-session.ts';
import type { DeviceDescription } from '../../../lib/describe-device.ts';

/** A user who never signs out can have hundreds of sessions. */
const LISTED_DEVICES = 20;

export interface Device extends DeviceDescription {
  sessionId: string;
  isCurrent: boolean;
  /** ISO 8601. */
  signedInAt: string;
  lastActiveAt: string;
}

export interface DeviceList {
  /** The current device first, then by last activity. */
  devices: readonly Device[];
  /** More devices exist than the list has. */
  hasMore: boolean;
}

/** The devices of the caller. Throws the backend's error. */
export async function fetchDevices(): Promise<DeviceList> {
  const supabase = await loadSupabase();
  const [{ describeDevice }, { data, error }] = await Promise.all([
    import('../../../lib/describe-device.ts'),
    supabase.rpc('my_sessions').limit(LISTED_DEVICES + 1),
  ]);
  if (error) throw error;
  return {
    devices: data.slice(0, LISTED_DEVICES).map((session) => ({
      sessionId: session.id,
      isCurrent: session.is_current,
      signedInAt: session.signed_in_at,
      lastActiveAt: session.last_active_at,
      ...describeDevice(session.user_agent),
    })),
    hasMore: data.length > LISTED_DEVICES,
  };
}

/** Ends one session of this user. Throws SignedOutError or the backend's error. */
export async function signOutDevice(userId: string, sessionId: string): Promise<void> {
  const supabase = await requireSessionOf(userId);
  const { error } = await supabase.rpc('end_my_session', { session_id: sessionId });
  if (error) throw error;
}

/** Ends all other sessions of this user. Throws SignedOutError or the backend's error. */
export async function signOutOtherDevices(userId: string): Promise<void> {
  const supabase = await requireSessionOf(userId);
  const { error } = await supabase.auth.signOut({ scope: 'others' });
  if (error) throw error;
}
