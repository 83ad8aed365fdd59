import { useState } from 'react';

/**
 * State that follows from the render before: `next` gets the earlier value and returns the current one, the same
 * object if nothing changes. React documents setting state during a render for this case, because an effect would
 * show the outdated value first. This is the only place that does so.
 */
export function useDerivedState<Value>(initial: Value, next: (earlier: Value) => Value): Value {
  const [earlier, setEarlier] = useState(initial);
  const value = next(earlier);
  if (!Object.is(value, earlier)) setEarlier(() => value);
  return value;
}
