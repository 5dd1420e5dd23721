import { Sparkles } from 'lucide-react';
import { IconButton } from '#ui/kit/button.tsx';
import { popup } from '#ui/kit/popup.tsx';
import { suggestMenuTexts } from './texts/menu.ts';
import type { SuggestionsProps } from './suggestions-popup.tsx';

const Popup = popup<SuggestionsProps>(
  () => import('./suggestions-popup.tsx').then((it) => it.SuggestionsPopup),
  'dialog',
);

export const SmartSuggestions = (props: SuggestionsProps) => (
  <Popup
    {...props}
    trigger={
      <IconButton label={suggestMenuTexts.suggestions}>
        <Sparkles size={17} aria-hidden />
      </IconButton>
    }
  />
);
