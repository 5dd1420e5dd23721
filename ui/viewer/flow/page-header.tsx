import { BookOpen, ExternalLink, Globe, LoaderCircle, Search } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import type { Source } from '#core/contract/source.ts';
import { kindDescriptor } from '#core/kinds.ts';
import { pageTexts as texts } from './texts.ts';
import { viewerTexts } from '../texts/viewer.ts';
import { ToolButton } from '../tool-button.tsx';

export type Mode = 'web' | 'reader';
const MODES: readonly { mode: Mode; label: string }[] = [
  { mode: 'web', label: texts.views.web },
  { mode: 'reader', label: texts.views.reader },
];

interface PageHeaderProps {
  source: Source;
  mode: Mode;
  onMode: (mode: Mode) => void;
  /** the available views */
  has: Record<Mode, boolean>;
  isBusy: boolean;
  isFinding: boolean;
  /** undefined if the page can't be searched */
  onFind: (() => void) | undefined;
  tools: ReactNode;
}

export function PageHeader({
  source,
  mode,
  onMode,
  has,
  isBusy,
  isFinding,
  onFind,
  tools,
}: PageHeaderProps) {
  const [hasIcon, setHasIcon] = useState(true);
  const icon = source.thumbnails.icon;
  const { hasWebView } = kindDescriptor(source.sourceType);
  const Icon = hasWebView ? Globe : BookOpen;
  // On a phone the tools replace the title, because Reader starts with it.
  const isTitled = mode === 'reader' && has.reader;
  return (
    <header className="flex min-h-11 items-center gap-2 border-b border-line bg-surface py-1 pl-3 pr-2 max-sm:justify-end max-sm:gap-0.5">
      {icon !== undefined && hasIcon ? (
        <img
          src={icon}
          alt=""
          width={18}
          height={18}
          referrerPolicy="no-referrer"
          onError={() => setHasIcon(false)}
          className="size-[18px] shrink-0 rounded-[3px]"
        />
      ) : (
        <Icon aria-hidden size={17} className="shrink-0 text-ink-faint" />
      )}
      <h2
        dir="auto"
        className={`mr-auto min-w-0 truncate pl-0.5 text-[14px] font-medium ${isTitled ? 'max-sm:sr-only' : ''}`}
        title={source.title}
      >
        {source.title}
      </h2>
      {isBusy && (
        <LoaderCircle
          role="img"
          aria-label={texts.loading}
          size={16}
          className="shrink-0 text-ink-faint motion-safe:animate-spin"
        />
      )}
      <ToolButton
        icon={Search}
        label={texts.find}
        shortcut="find"
        aria-pressed={isFinding}
        disabled={!onFind}
        onClick={onFind}
      />
      {tools}
      {source.sourceUrl !== undefined && !source.sourceUrl.startsWith('upload:') && (
        <a
          href={source.sourceUrl}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={viewerTexts.openOriginal}
          data-tooltip={viewerTexts.openOriginal}
          className="grid size-target shrink-0 place-items-center rounded-control text-ink-soft hover:bg-hover hover:text-ink max-sm:hidden"
        >
          <ExternalLink aria-hidden size={16} />
        </a>
      )}
      {hasWebView && (
        <ToggleGroup.Root
          type="single"
          value={mode}
          onValueChange={(next) => {
            if (next === 'web' || next === 'reader') onMode(next);
          }}
          aria-label={texts.views.label}
          className="flex shrink-0 rounded-control bg-sunken p-0.5"
        >
          {MODES.map((it) => (
            <ToggleGroup.Item
              key={it.mode}
              value={it.mode}
              disabled={!has[it.mode]}
              className="min-h-[calc(var(--target)-4px)] rounded-[6px] px-3 text-[13px] font-medium text-ink-soft hover:text-ink disabled:opacity-50 data-[state=on]:bg-raised data-[state=on]:text-ink data-[state=on]:shadow-low max-sm:px-2"
            >
              {it.label}
            </ToggleGroup.Item>
          ))}
        </ToggleGroup.Root>
      )}
    </header>
  );
}
