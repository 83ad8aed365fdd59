import type { Caller } from '../../../platform/identity/caller.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface Owner {
  /** As older policies ask for it. */
  readonly owner: string | null;
  readonly ownerId: string | null;
}

/** Whom an object that a caller makes belongs to. */
export function ownerById(ownerId: string | null): Owner {
  return { owner: ownerId !== null && UUID.test(ownerId) ? ownerId : null, ownerId };
}

export function ownerOf({ claims }: Caller): Owner {
  return ownerById(typeof claims.sub === 'string' ? claims.sub : null);
}
