import { useState } from 'react';

/** The value as it was when all was settled, until it is settled again. */
export function useSettled<Value extends object>(value: Value, isSettled: boolean): Value {
  const [settled, setSettled] = useState(value);
  if (isSettled && JSON.stringify(settled) !== JSON.stringify(value)) setSettled(value);
  return settled;
}
