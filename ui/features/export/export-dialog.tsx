/** The export formats of a thread. */
import { Braces, Download, FileText, Globe, Layers, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { ExportFormat } from '#core/contract/export.ts';
import type { ThreadCard } from '#core/contract/thread.ts';
import { messageOf } from '#ui/client/api.ts';
import { Sheet } from '#ui/kit/dialog.tsx';
import { toast } from '#ui/kit/toast.ts';
import { exportTexts as texts } from './texts.ts';
import { saveExport } from './save-export.ts';

const ICONS: Record<ExportFormat, LucideIcon> = {
  md: FileText,
  html: Globe,
  json: Braces,
  anki: Layers,
};

export function ExportDialog({
  thread,
  onClose,
}: {
  thread: Pick<ThreadCard, '_id' | 'title'>;
  onClose: () => void;
}) {
  const [saving, setSaving] = useState<ExportFormat>();
  const save = async (format: ExportFormat) => {
    setSaving(format);
    try {
      toast.success(texts.saved(await saveExport(thread._id, format)));
    } catch (error) {
      toast.error(texts.failed(messageOf(error)));
    }
    setSaving(undefined);
  };
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={texts.title(thread.title)}
    >
      <ul className="-mx-2 pt-1" aria-busy={saving !== undefined}>
        {ExportFormat.options.map((format) => {
          const Icon = ICONS[format];
          const { name, about } = texts.formats[format];
          return (
            <li
              key={format}
              className="relative flex items-start gap-3.5 rounded-control px-2 py-3 transition-colors duration-(--quick) has-enabled:hover:bg-hover has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-(--focus)"
            >
              <Icon
                size={18}
                strokeWidth={1.7}
                aria-hidden
                className="mt-0.5 shrink-0 text-ink-faint"
              />
              <div className="min-w-0 flex-1">
                {/* the whole row is its button */}
                <button
                  type="button"
                  disabled={saving !== undefined}
                  aria-describedby={`export-${format}`}
                  onClick={() => void save(format)}
                  className="text-sm font-medium outline-none after:absolute after:inset-0"
                >
                  {name}
                </button>
                <p
                  id={`export-${format}`}
                  className="mt-0.5 text-[0.8125rem] text-pretty text-ink-soft"
                >
                  {about}
                </p>
              </div>
              {saving === format ? (
                <span role="status" className="mt-0.5 shrink-0 text-[0.8125rem] text-ink-soft">
                  {texts.saving}
                </span>
              ) : (
                <Download size={16} aria-hidden className="mt-1 shrink-0 text-ink-faint" />
              )}
            </li>
          );
        })}
      </ul>
      <p className="mt-3 border-t border-line pt-3 text-[0.8125rem] text-ink-soft">{texts.again}</p>
    </Sheet>
  );
}
