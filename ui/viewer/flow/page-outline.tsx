import { ListTree } from 'lucide-react';
import { popup } from '../../kit/popup.tsx';
import { ToolButton } from '../tool-button.tsx';
import type { PageOutlineProps } from './page-outline-popup.tsx';
import { pageTexts as texts } from './texts.ts';

/** A page with fewer headings needs no outline. */
const FEWEST_HEADINGS = 2;

const Popup = popup<PageOutlineProps>(
  async () => (await import('./page-outline-popup.tsx')).PageOutlinePopup,
  'dialog',
);

export function PageOutline(props: PageOutlineProps) {
  if (props.headings.length < FEWEST_HEADINGS) return null;
  return <Popup {...props} trigger={<ToolButton icon={ListTree} label={texts.outline} />} />;
}
