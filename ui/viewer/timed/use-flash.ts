import { useEffect, useState } from 'react';
import type { Span } from './drag-span.ts';

const FLASH_MS = 2400;

/** A span that is highlighted for a moment when it is shown. */
export function useFlash() {
  const [span, flash] = useState<Span>();
  useEffect(() => {
    if (!span) return undefined;
    const timer = setTimeout(() => flash(undefined), FLASH_MS);
    return () => clearTimeout(timer);
  }, [span]);
  return { span, flash };
}
