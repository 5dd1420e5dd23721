import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { Check, ChevronDown, Plus, X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { LIMITS } from '#core/contract/post.ts';
import { messageOf } from '#ui/client/api.ts';
import { postApi } from '#ui/client/post-api.ts';
import { keys } from '#ui/client/queries.ts';
import { Button } from '#ui/kit/button.tsx';
import { floatClass, rowClass } from '#ui/kit/floating-list.ts';
import { publishTexts as texts } from './texts.ts';
import { Field, INPUT } from './field.tsx';

/** The main tag, searched in the list. */
export function MainTagField({
  value,
  problem,
  onChange,
}: {
  value: string;
  problem: string | undefined;
  onChange: (id: string) => void;
}) {
  const [open, setOpen] = useState(false);
  const {
    data: tags,
    error,
    refetch,
  } = useQuery({
    queryKey: keys.postTags,
    queryFn: ({ signal }) => postApi.tags(signal),
    staleTime: Infinity,
  });
  const chosen = tags?.find((it) => it._id === value);
  const choose = (id: string) => {
    onChange(id);
    setOpen(false);
  };
  return (
    <Field
      label={texts.firstTag}
      problem={
        problem ?? (error && !tags ? `${texts.firstTagFailed}: ${messageOf(error)}` : undefined)
      }
      aside={
        error &&
        !tags && (
          <Button look="quiet" className="min-h-7! px-2! text-xs!" onClick={() => void refetch()}>
            {texts.retry}
          </Button>
        )
      }
    >
      {(ids) => (
        <Popover.Root open={open} onOpenChange={setOpen}>
          <Popover.Trigger asChild>
            <button
              type="button"
              role="combobox"
              aria-expanded={open}
              aria-haspopup="listbox"
              {...ids}
              className={`${INPUT} flex items-center justify-between gap-2 text-left`}
            >
              <span className={chosen ? '' : 'text-ink-faint'}>
                {chosen?.tag_name ?? texts.firstTagNone}
              </span>
              <ChevronDown size={15} aria-hidden className="shrink-0 text-ink-faint" />
            </button>
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Content
              align="start"
              sideOffset={6}
              collisionPadding={8}
              aria-label={texts.firstTag}
              className={floatClass('w-(--radix-popover-trigger-width) overflow-hidden p-0!')}
            >
              <Command label={texts.firstTagFind} defaultValue={chosen?.tag_name ?? ''}>
                <Command.Input
                  autoFocus
                  aria-label={texts.firstTagFind}
                  placeholder={texts.firstTagFind}
                  className="h-11 w-full border-b border-line bg-transparent px-3 text-sm outline-none placeholder:text-ink-faint"
                />
                <Command.List className="max-h-64 overflow-y-auto p-1">
                  <Command.Empty className="px-2.5 py-3 text-sm text-ink-soft">
                    {texts.firstTagNothing}
                  </Command.Empty>
                  {tags?.map((tag) => (
                    <Command.Item
                      key={tag._id}
                      value={tag.tag_name}
                      onSelect={() => choose(tag._id)}
                      className={rowClass('data-[selected=true]:bg-hover')}
                    >
                      <span className="flex-1">{tag.tag_name}</span>
                      {tag._id === value && <Check size={15} aria-hidden className="text-accent" />}
                    </Command.Item>
                  ))}
                </Command.List>
                {value !== '' && (
                  <button
                    type="button"
                    onClick={() => choose('')}
                    className="flex min-h-10 w-full items-center gap-2 border-t border-line px-3.5 text-sm text-ink-soft hover:bg-hover"
                  >
                    <X size={14} aria-hidden />
                    {texts.firstTagClear}
                  </button>
                )}
              </Command>
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
    </Field>
  );
}

const tidy = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((it) => it.trim().replace(/^#/, ''))
    .filter(Boolean);

/** Custom tags: chips with a remove button, and a field to add more. */
export function CustomTagsField({
  value,
  problem,
  onChange,
}: {
  value: readonly string[];
  problem: string | undefined;
  onChange: (tags: string[]) => void;
}) {
  const [text, setText] = useState('');
  const add = (typed: string) => {
    const known = new Set(value.map((it) => it.toLowerCase()));
    const fresh = tidy(typed).filter(
      (it) => !known.has(it.toLowerCase()) && known.add(it.toLowerCase()),
    );
    setText('');
    if (fresh.length > 0) onChange([...value, ...fresh]);
  };
  return (
    <Field label={texts.aiTags} hint={texts.aiTagsHint} problem={problem}>
      {(ids) => (
        <div className="rounded-control border border-line-field bg-surface p-1.5 focus-within:border-accent has-aria-invalid:border-danger">
          {value.length > 0 && (
            <ul aria-label={texts.aiTags} className="mb-1.5 flex flex-wrap gap-1.5">
              {value.map((tag) => (
                <li
                  key={tag}
                  className="inline-flex min-w-0 items-center rounded-full bg-sunken pl-3 text-[0.8125rem]"
                >
                  <span className="min-w-0 truncate">{tag}</span>
                  <button
                    type="button"
                    aria-label={texts.aiTagRemove(tag)}
                    data-tooltip={texts.aiTagRemove(tag)}
                    onClick={() => onChange(value.filter((it) => it !== tag))}
                    className="grid size-8 shrink-0 place-items-center rounded-full text-ink-faint hover:bg-hover hover:text-ink pointer-coarse:size-11"
                  >
                    <X size={14} aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <div className="flex items-center gap-1">
            <input
              {...ids}
              value={text}
              maxLength={LIMITS.tagName}
              placeholder={value.length === 0 ? texts.aiTagsNone : texts.aiTagPlaceholder}
              onChange={(event) =>
                /[,;]/.test(event.target.value)
                  ? add(event.target.value)
                  : setText(event.target.value)
              }
              onBlur={() => add(text)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
                  event.preventDefault();
                  add(text);
                } else if (event.key === 'Backspace' && text === '') onChange(value.slice(0, -1));
              }}
              className="min-h-8 w-full min-w-0 bg-transparent px-2 text-sm outline-none placeholder:text-ink-faint pointer-coarse:min-h-11"
            />
            {text.trim() !== '' && (
              <Button
                look="quiet"
                aria-label={texts.aiTagAdd}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => add(text)}
                className="px-2!"
              >
                <Plus size={16} aria-hidden />
              </Button>
            )}
          </div>
        </div>
      )}
    </Field>
  );
}
