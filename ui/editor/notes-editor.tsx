/** The notes' editor over a shared document: the schema of core, with its views and menus. */
import type { Extensions, JSONContent } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import {
  type ComponentType,
  memo,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Doc } from 'yjs';
import { insertBlocks } from '#core/editor/insert.ts';
import { isPlainTyping } from '#core/editor/plain-typing.ts';
import { editorExtensions } from '#core/editor/schema.ts';
import type { SlashCommand } from '#core/editor/slash.ts';
import type { LinkTarget } from '#ui/kit/link-target.ts';
import { afterPaint } from '#ui/kit/after-paint.ts';
import { editorTexts } from './texts/editor.ts';
import { useAskSelection } from './ask-ai/use-ask-selection.tsx';
import { changeBlock, removeBlock } from './block-edits.ts';
import { boundedAttributes } from './bounded-attributes.ts';
import { BubbleBar } from './bubble-bar.tsx';
import './editor.css';
import { BlockHandle } from './handles/block-handle.tsx';
import { UploadsContext } from './images/uploads-context.ts';
import { type NoteClip, noteClips, sameClips } from './note-clips.ts';
import { NoteBar } from './note-bar.tsx';
import { performanceExtensions, usesPatch } from './performance/index.ts';
import { sharedNotes, showShared } from './shared-notes.ts';
import { showBlock, useShownBlock } from './shown-block.ts';
import { createSlashStore, slashExtension } from './slash-extension.ts';
import { SlashMenu } from './slash-menu.tsx';
import { type EditorHost, EditorHostContext } from './editor-host.ts';
import { TableTools } from './tables/table-tools.tsx';
import { useNoteTools } from './use-note-tools.tsx';
import { withView } from './views/registry.ts';

/** So seldom clips are looked for while a word is typed. */
const MOVED_MS = 300;

/** What the page may do to the blocks; each by the block's `_id`. */
export interface BlockEdits {
  insert(nodes: readonly JSONContent[]): number;
  change(id: string, attributes: Readonly<Record<string, unknown>>): boolean;
  remove(id: string): (() => void) | undefined;
  show(id: string): boolean;
  /**
   * Lets one ask about a clip that is not in the notes yet; `rect`: where its words are in the
   * window.
   */
  askOf(clip: JSONContent, rect: DOMRect): void;
}

export interface NotesHostProps {
  editor: Editor;
  /** Changes attributes of the block with this `_id`. */
  onChange: (id: string, attributes: Readonly<Record<string, unknown>>) => void;
}

export interface NotesEditorProps {
  document: Doc;
  /** whose files its pictures are */
  threadId: string;
  /** over what an editor of these blocks is, from the beginning */
  extensions?: Extensions;
  surroundings: EditorHost;
  /** the page may put blocks of its own, also where one cannot write */
  puts?: boolean;
  /** blocks that the page can make, by name: they stand in the slash menu */
  hosts?: Readonly<Record<string, (() => void) | undefined>>;
  /** Further commands of the slash menu. Read once, so the function must stay the same. */
  pageCommands: () => readonly SlashCommand[];
  /** What the page shows around the editor, such as the dialog that publishes a block. */
  Host: ComponentType<NotesHostProps>;
  /** given once the editor stands, taken back when it goes */
  onReady?: (edits: BlockEdits | undefined) => void;
  /** the clips of the notes, at first and whenever they change */
  onClips?: ((clips: readonly NoteClip[]) => void) | undefined;
  /** a block that a link leads to */
  linked?: LinkTarget | undefined;
}

/** Drawn anew only for what it is given: the state of saving changes with each key. */
export const NotesEditor = memo(function NotesEditor({
  document,
  threadId,
  extensions = [],
  surroundings,
  puts = !surroundings.readOnly,
  hosts,
  pageCommands,
  Host,
  onReady,
  onClips,
  linked,
}: NotesEditorProps) {
  const { readOnly } = surroundings;
  const slash = useMemo(() => createSlashStore(), []);
  const latestHosts = useRef(hosts);
  useEffect(() => {
    latestHosts.current = hosts;
  });
  const latest = useRef<Editor>(null);
  const home = useRef<HTMLDivElement>(null);
  const tools = useNoteTools({ threadId, readOnly, latest });
  const editor = useEditor(
    {
      extensions: [
        ...editorExtensions({ directed: true, view: withView }),
        boundedAttributes,
        sharedNotes(document),
        ...performanceExtensions(document),
        slashExtension(
          slash,
          () => ({ image: tools.pickImage, ...latestHosts.current }),
          () => [...tools.commands(), ...pageCommands()],
        ),
        ...tools.extensions,
        ...extensions,
      ],
      editable: !readOnly,
      immediatelyRender: true,
      shouldRerenderOnTransaction: false,
      // Nobody asks it what was deleted, and for each key it goes through all of the document.
      enableCoreExtensions: { delete: false },
      editorProps: {
        attributes: {
          class: 'note-editor prose-gloss',
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': editorTexts.notes.label,
          spellcheck: 'true',
        },
      },
    },
    [document],
  );
  useEffect(() => {
    latest.current = editor;
    return () => {
      latest.current = null;
    };
  }, [editor]);
  useEffect(() => {
    editor.setEditable(!readOnly, false);
  }, [editor, readOnly]);
  useLayoutEffect(() => {
    if (usesPatch('hidden-selection')) hideSelection(editor);
    showShared(editor);
  }, [editor]);
  const { onAsk, askOf, popover } = useAskSelection(editor, surroundings);
  useEffect(() => {
    onReady?.({
      insert: (nodes) => insertBlocks(editor, nodes, editor.isFocused ? 'cursor' : 'end'),
      change: (id, attributes) => changeBlock(editor, id, attributes),
      remove: (id) => removeBlock(editor, id),
      show: (id) => showBlock(editor, id),
      askOf,
    });
    return () => onReady?.(undefined);
  }, [editor, onReady, askOf]);

  useEffect(() => {
    let told: readonly NoteClip[] | undefined;
    let isDue = false;
    let isOver = false;
    const look = () => {
      isDue = false;
      if (isOver) return;
      const clips = noteClips(editor.state.doc);
      if (!told || !sameClips(told, clips)) onClips?.(clips);
      told = clips;
    };
    // All blocks are gone through: neither a key nor the first sight of them is held up by it.
    const lookSoon = () => {
      if (!isDue) {
        isDue = true;
        afterPaint(look);
      }
    };
    // Letters make no clip. One that has no name is known by its place, which they move.
    let moved: ReturnType<typeof setTimeout> | undefined;
    const written = ({ transaction }: { transaction: Transaction }) => {
      if (isPlainTyping([transaction]))
        moved ??= setTimeout(() => {
          moved = undefined;
          lookSoon();
        }, MOVED_MS);
      else lookSoon();
    };
    editor.on('update', written);
    lookSoon();
    return () => {
      isOver = true;
      clearTimeout(moved);
      editor.off('update', written);
    };
  }, [editor, onClips]);

  useShownBlock(editor, linked);

  const writeBelow = (event: MouseEvent<HTMLDivElement>) => {
    if (readOnly || event.target !== event.currentTarget) return;
    const last = editor.state.doc.lastChild;
    if (last && (last.type.name !== 'paragraph' || last.childCount > 0))
      editor
        .chain()
        .insertContentAt(editor.state.doc.content.size, { type: 'paragraph' })
        .focus('end')
        .run();
    else editor.commands.focus('end');
  };
  return (
    <EditorHostContext value={surroundings}>
      <UploadsContext value={tools.uploads}>
        <div ref={home} className="@container relative min-h-full">
          <NoteBar editor={editor} readOnly={readOnly} home={home} />
          <div
            onClick={writeBelow}
            className={`relative mx-auto min-h-full w-full max-w-(--measure) px-6 pt-13 pb-40 pointer-coarse:pt-15 font-serif text-(length:--text-size) ${readOnly ? '' : 'cursor-text'}`}
          >
            <Hint editor={editor} readOnly={readOnly} />
            <EditorContent editor={editor} className="contents" />
          </div>
          {!readOnly && <BlockHandle editor={editor} handle={tools.handle} />}
          {!readOnly && <BubbleBar editor={editor} onAsk={onAsk} />}
          {!readOnly && <TableTools editor={editor} />}
          <SlashMenu store={slash} />
          {tools.popups}
          {popover}
          {puts && (
            <Host
              editor={editor}
              onChange={(id, attributes) => {
                changeBlock(editor, id, attributes);
              }}
            />
          )}
        </div>
      </UploadsContext>
    </EditorHostContext>
  );
});

/**
 * At each of its commits React looks whether the focus is in something editable, and if so walks
 * all of it to find where the selection stands. In a long note that takes longer than everything
 * else, and ProseMirror keeps its selection itself.
 */
function hideSelection(editor: Editor): void {
  Object.defineProperty(editor.view.dom, 'contentEditable', {
    configurable: true,
    get: () => 'inherit',
  });
}

/** While nothing is written. */
function Hint({ editor, readOnly }: { editor: Editor; readOnly: boolean }) {
  const [empty, setEmpty] = useState(editor.isEmpty);
  useEffect(() => {
    // All blocks are gone through for `isEmpty`.
    const look = () => setEmpty(!editor.state.doc.firstChild?.content.size && editor.isEmpty);
    editor.on('transaction', look);
    look();
    return () => {
      editor.off('transaction', look);
    };
  }, [editor]);
  if (!empty) return null;
  return (
    <p className="pointer-events-none absolute text-ink-faint">
      {readOnly ? editorTexts.notes.none : editorTexts.notes.hint}
    </p>
  );
}
