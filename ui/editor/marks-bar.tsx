/** Formatting tools for selected text: style, colour and link. */
import { type Editor, useEditorState } from '@tiptap/react';
import {
  Bold,
  Code,
  Highlighter,
  Italic,
  Link2,
  type LucideIcon,
  Strikethrough,
  Underline,
} from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { HIGHLIGHT_COLORS, type HighlightColor } from '#core/editor/highlight-mark.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { floatClass } from '#ui/kit/floating-list.ts';
import { editorTexts } from './texts/editor.ts';

const texts = editorTexts.bubble;
const MARKS = [
  ['bold', Bold],
  ['italic', Italic],
  ['underline', Underline],
  ['strike', Strikethrough],
  ['code', Code],
] as const;

export function MarksBar({ editor, onLink }: { editor: Editor; onLink: () => void }) {
  const is = useEditorState({
    editor,
    selector: ({ editor: it }) => ({
      bold: it.isActive('bold'),
      italic: it.isActive('italic'),
      underline: it.isActive('underline'),
      strike: it.isActive('strike'),
      code: it.isActive('code'),
      link: it.isActive('link'),
      highlight: it.isActive('highlight'),
    }),
  });
  return (
    <>
      {MARKS.map(([name, icon]) => (
        <MarkButton
          key={name}
          label={texts[name]}
          icon={icon}
          pressed={is[name]}
          onPress={() => {
            editor.chain().focus().toggleMark(name).run();
          }}
        />
      ))}
      <HighlightButton editor={editor} pressed={is.highlight} />
      <MarkButton
        label={is.link ? texts.editLink : texts.link}
        icon={Link2}
        pressed={is.link}
        onPress={onLink}
      />
    </>
  );
}

function MarkButton({
  label,
  icon: Icon,
  pressed,
  onPress,
}: {
  label: string;
  icon: LucideIcon;
  pressed: boolean;
  onPress: () => void;
}) {
  return (
    <IconButton
      label={label}
      aria-pressed={pressed}
      onClick={onPress}
      className={`size-8! ${pressed ? 'bg-pressed! text-ink!' : ''}`}
    >
      <Icon size={16} aria-hidden />
    </IconButton>
  );
}

function HighlightButton({ editor, pressed }: { editor: Editor; pressed: boolean }) {
  const [open, setOpen] = useState(false);
  const now = open ? String(editor.getAttributes('highlight')['color'] ?? 'yellow') : '';
  const mark = (color: HighlightColor | null) => {
    editor.chain().focus().setMark('highlight', { color }).run();
    setOpen(false);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton
          label={texts.highlight}
          aria-pressed={pressed}
          className={`size-8! ${pressed ? 'bg-pressed! text-ink!' : ''}`}
        >
          <Highlighter size={16} aria-hidden />
        </IconButton>
      </Popover.Trigger>
      <Popover.Content
        aria-label={texts.colour}
        side="top"
        sideOffset={8}
        collisionPadding={8}
        className={floatClass('flex min-w-0! items-center gap-0.5')}
      >
        {([null, ...HIGHLIGHT_COLORS] as const).map((color) => (
          <button
            key={color}
            type="button"
            aria-label={texts.colours[color ?? 'yellow']}
            data-tooltip={texts.colours[color ?? 'yellow']}
            aria-pressed={pressed && now === (color ?? 'yellow')}
            onClick={() => mark(color)}
            className="group grid size-8 place-items-center rounded-full"
          >
            <span
              data-color={color}
              className="mark-swatch size-5 rounded-full ring-offset-2 ring-offset-raised group-aria-pressed:ring-2 group-aria-pressed:ring-ink"
            />
          </button>
        ))}
        {pressed && (
          <button
            type="button"
            onClick={() => {
              editor.chain().focus().unsetMark('highlight').run();
              setOpen(false);
            }}
            className="h-8 rounded-control px-2.5 text-sm text-ink-soft hover:bg-hover"
          >
            {texts.noHighlight}
          </button>
        )}
      </Popover.Content>
    </Popover.Root>
  );
}
