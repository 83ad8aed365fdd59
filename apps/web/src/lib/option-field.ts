import { z } from './zod.ts';

/**
 * A field that holds the id of one thing on offer; what leaves the schema is the thing itself. A
 * form may start with an id that names nothing: the rules about its other fields are still told.
 */
export function optionField<Offered>(
  offered: readonly Offered[],
  idOf: (thing: Offered) => string,
  message: string,
) {
  return z.pipe(
    z.string(),
    z.transform((id, context): Offered => {
      const found = offered.find((thing) => idOf(thing) === id);
      if (found !== undefined) return found;
      context.issues.push({ code: 'custom', message, input: id, continue: true });
      return z.NEVER;
    }),
  );
}
