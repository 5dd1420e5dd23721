/** All sources of a thread: beside its panes, or in a sheet above them where there is no room. */
import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/dialog.tsx';
import { panelTexts as texts } from './texts/panel.ts';
import { sourceTexts } from './texts/sources.ts';
import { PanelList, type PanelListProps } from './panel-list.tsx';

interface PanelProps extends PanelListProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** beside the panes */
  isDocked?: boolean;
}

export function SourcesPanel({ open, onOpenChange, isDocked = false, ...list }: PanelProps) {
  const { onAdd, sources } = list;
  if (!isDocked)
    return (
      <Sheet
        side
        open={open}
        onOpenChange={onOpenChange}
        title={texts.title}
        footer={
          onAdd &&
          sources.length > 0 && (
            <Button look="plain" onClick={onAdd}>
              <Plus size={16} aria-hidden />
              {texts.add}
            </Button>
          )
        }
      >
        <section aria-label={sourceTexts.list} data-sources className="@container h-full">
          <PanelList {...list} />
        </section>
      </Sheet>
    );
  return (
    <section
      id="sources"
      aria-label={sourceTexts.list}
      data-sources
      className="flex w-66 shrink-0 flex-col border-r border-line bg-paper print:hidden"
    >
      <header className="flex h-[calc(var(--target)+4px)] shrink-0 items-center gap-0.5 border-b border-line pr-1 pl-3">
        <h2 className="min-w-0 flex-1 truncate text-[0.8125rem] font-semibold">{texts.title}</h2>
        {onAdd && (
          <IconButton label={texts.add} onClick={onAdd}>
            <Plus size={18} />
          </IconButton>
        )}
        <IconButton label={texts.close} shortcut="sources" onClick={() => onOpenChange(false)}>
          <X size={17} />
        </IconButton>
      </header>
      <div className="@container min-h-0 flex-1 px-2 pt-2">
        <PanelList {...list} />
      </div>
    </section>
  );
}
