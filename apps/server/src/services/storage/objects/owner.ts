import type { Caller } from '../../../platform/identity/caller.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface Owner {
  /** As older policies ask for it. */
  readonly owner: string | null;
  readonly ownerId: string | null;
}

/** A claim as Postgres reads it: null for what is no UUID. */
export function toUuid(claim: unknown): string | null {
  return typeof claim === 'string' && UUID.test(claim) ? claim : null;
}

/** The owner of an object that a caller makes. */
export function ownerOf({ claims: { sub } }: Pick<Caller, 'claims'>): Owner {
  return { owner: toUuid(sub), ownerId: typeof sub === 'string' ? sub : null };
}
