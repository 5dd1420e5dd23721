import { useEffect, useState } from 'react';

/** Returns `value` once it has not changed for `waitMs`. */
export function useDebounced<T>(value: T, waitMs = 300): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), waitMs);
    return () => clearTimeout(timer);
  }, [value, waitMs]);
  return settled;
}
