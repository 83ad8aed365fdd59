import { z } from './zod.ts';

/**
 * A field with the id of an option. The output of the schema is the option. A form may start with an id that
 * no option has; the rules of its other fields are still checked.
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
