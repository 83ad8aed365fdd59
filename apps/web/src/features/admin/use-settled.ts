import { useState } from 'react';

/** The value when everything had loaded, until everything has loaded again. */
export function useSettled<Value extends object>(value: Value, isSettled: boolean): Value {
  const [settled, setSettled] = useState(value);
  if (isSettled && JSON.stringify(settled) !== JSON.stringify(value)) setSettled(value);
  return settled;
}
