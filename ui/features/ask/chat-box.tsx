import { clsx } from 'clsx';
import { ArrowUp, ChevronDown, Maximize2, Minimize2, Plus, Square } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Me } from '#core/contract/account.ts';
import type { Source } from '#core/contract/source.ts';
import { SourceSelector, askable, stateOf } from '#ui/features/sources/index.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { rememberModel, useModel } from './model.ts';

interface ChatBoxProps {
  me: Me | undefined;
  sources: readonly Source[];
  unselected: ReadonlySet<string>;
  onSelect: (unselected: ReadonlySet<string>) => void;
  onAddSource?: (() => void) | undefined;
  busy: boolean;
  onSend: (question: string, sources: Source['_id'][], model: number) => void;
  onStop: () => void;
}

const MOST_ROWS = 5;
const LONG = 200;
const FEW_LEFT = 5;

export function ChatBox({ me, sources, unselected, onSelect, onAddSource, busy, onSend, onStop }: ChatBoxProps) {
  const [text, setText] = useState('');
  const [tall, setTall] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const model = useModel();
  const chosen = askable(sources, unselected);
  const left = me?.limits.question_n_answers ?? null;
  const spent = left !== null && left <= 0;
  const disabled = spent || chosen.length === 0;
  const ready = !disabled && !busy && text.trim() !== '';

  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = 'auto';
    const line = Number.parseFloat(getComputedStyle(area).lineHeight);
    area.style.height = `${Math.min(area.scrollHeight, tall ? innerHeight * 0.5 : line * MOST_ROWS + 4)}px`;
  }, [text, tall]);

  const send = () => {
    if (!ready) return;
    onSend(text.trim(), chosen.map((it) => it._id), model);
    setText('');
    setTall(false);
  };
  const typed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.defaultPrevented) return;
      if (document.activeElement?.closest('[role=dialog],[contenteditable=true],textarea')) return;
      field.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);

  return (
    <section aria-label="Ask" className="mx-auto w-full max-w-[684px] px-3 pt-2 pb-2 lg:px-0">
      <div className={clsx('rounded-sheet border border-line-strong bg-surface shadow-mid transition-[border-color] duration-(--quick)', !disabled && 'focus-within:border-accent')}>
        <div className="flex items-start gap-1 pt-2.5 pr-2 pl-4">
          <textarea
            ref={field} aria-label="Ask a question" rows={1} value={text} disabled={disabled} placeholder={hint(spent, sources, chosen.length)}
            onChange={(event) => setText(event.target.value)} onKeyDown={typed}
            className="min-h-8 w-full resize-none bg-transparent py-0.5 text-base leading-7 outline-none placeholder:text-ink-faint disabled:cursor-not-allowed"
          />
          {text.length > LONG && <IconButton label={tall ? 'Make the question smaller' : 'Make the question larger'} onClick={() => setTall(!tall)}>{tall ? <Minimize2 size={15} /> : <Maximize2 size={15} />}</IconButton>}
        </div>
        <div className="flex items-center gap-0.5 px-2 pt-0.5 pb-2">
          {onAddSource && <IconButton label="Add source" onClick={onAddSource}><Plus size={19} /></IconButton>}
          <SourceSelector sources={sources} unselected={unselected} onChange={onSelect} />
          <ModelPicker me={me} model={model} />
          <span className="flex-1" />
          {left !== null && left > 0 && left <= FEW_LEFT && <span className="mr-2 text-xs text-ink-soft max-sm:hidden">{left} free {left === 1 ? 'query' : 'queries'} left today</span>}
          {busy
            ? <Button look="plain" onClick={onStop} className="rounded-full! px-3!"><Square size={12} fill="currentColor" aria-hidden />Stop</Button>
            : <IconButton label="Send" look="primary" disabled={!ready} onClick={send} className="rounded-full! disabled:bg-pressed disabled:text-ink-faint disabled:opacity-100"><ArrowUp size={18} strokeWidth={2.4} /></IconButton>}
        </div>
      </div>
      <p className="mt-1.5 text-center text-xs text-ink-faint">The AI can be inaccurate. Check the passage behind each citation.</p>
    </section>
  );
}

function hint(spent: boolean, sources: readonly Source[], chosen: number): string {
  if (spent) return 'Daily queries limit reached. Click to upgrade';
  if (chosen > 0) return 'Ask a question';
  if (sources.length === 0) return 'Add a source to ask about it';
  if (sources.some((it) => stateOf(it).kind === 'processing')) return 'Setting up your source...';
  return 'Select sources to access chat';
}

/** The browser's own list: the best picker a phone has, and no weight. */
function ModelPicker({ me, model }: { me: Me | undefined; model: number }) {
  const offline = me?.capabilities.offline ?? false;
  const models = me?.capabilities.models.filter((it) => !it.hidden) ?? [];
  const shown = models.some((it) => it.id === model) ? model : models[0]?.id;
  return (
    <span className="relative inline-flex min-w-0 items-center rounded-control text-ink-soft hover:bg-hover hover:text-ink">
      <select aria-label="AI model" title="AI model" value={offline ? 'offline' : shown} onChange={(event) => rememberModel(Number(event.target.value))}
        className="min-h-target max-w-44 [field-sizing:content] cursor-pointer appearance-none truncate rounded-control bg-transparent py-0 pr-7 pl-2.5 text-[0.8125rem] font-medium [&>option]:bg-raised [&>option]:text-ink">
        {offline
          ? <option value="offline">Offline assistant</option>
          : models.map((it) => <option key={it.id} value={it.id} disabled={!it.available}>{it.name}{it.available ? '' : ' (not set up)'}</option>)}
      </select>
      <ChevronDown size={14} aria-hidden className="pointer-events-none absolute right-2" />
    </span>
  );
}
