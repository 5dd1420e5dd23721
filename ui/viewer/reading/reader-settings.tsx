import { ALargeSmall } from 'lucide-react';
import { popup } from '#ui/kit/popup.tsx';
import { readingTexts as texts } from '#ui/kit/texts/reading.ts';
import { ToolButton } from '../tool-button.tsx';

const Popup = popup<object>(
  async () => (await import('./reader-settings-popup.tsx')).ReaderSettingsPopup,
  'dialog',
);

/** Typeface, size, width, line height and theme of text for reading. */
export const ReaderSettings = () => (
  <Popup trigger={<ToolButton icon={ALargeSmall} label={texts.settings} />} />
);
