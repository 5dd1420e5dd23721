import { useMemo } from 'react';
import {
  readingProperties,
  type ReadingProperties,
  useReadingStyle,
} from '../../kit/reading-style.ts';
import { useIsDark } from '../../kit/theme.ts';
import type { Mode } from './page-header.tsx';

export interface PageStyle {
  theme: 'light' | 'dark';
  /** the reading style; an original page has its own */
  properties: ReadingProperties | undefined;
}

export function usePageStyle(mode: Mode): PageStyle {
  const theme = useIsDark() ? 'dark' : 'light';
  const reading = useReadingStyle();
  return useMemo(
    () =>
      mode === 'reader'
        ? { theme, properties: readingProperties(reading) }
        : { theme: 'light', properties: undefined },
    [mode, theme, reading],
  );
}
