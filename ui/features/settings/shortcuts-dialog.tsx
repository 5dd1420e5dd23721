import { Sheet } from '#ui/kit/dialog.tsx';
import { keyTexts as texts } from './texts/keys.ts';
import { ShortcutList } from './shortcuts.tsx';

export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => (
  <Sheet
    open
    onOpenChange={(open) => {
      if (!open) onClose();
    }}
    title={texts.title}
  >
    <div className="pt-3">
      <ShortcutList />
    </div>
  </Sheet>
);
