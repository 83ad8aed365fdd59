import type { Caller } from '../../../platform/identity/caller.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface Owner {
  /** For policies that use the deprecated column. */
  readonly owner: string | null;
  readonly ownerId: string | null;
}

/** The claim if it is a UUID, otherwise null. */
export function toUuid(claim: unknown): string | null {
  return typeof claim === 'string' && UUID.test(claim) ? claim : null;
}

/** The caller as the owner of a new object. */
export function ownerOf({ claims: { sub } }: Pick<Caller, 'claims'>): Owner {
  return { owner: toUuid(sub), ownerId: typeof sub === 'string' ? sub : null };
}
