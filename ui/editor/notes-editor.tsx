/** The notes of a thread, with their bars and menus. */
import type { Extensions, JSONContent } from '@tiptap/core';
import { type Editor, EditorContent } from '@tiptap/react';
import {
  type ComponentType,
  lazy,
  memo,
  type MouseEvent,
  Suspense,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { createPortal } from 'react-dom';
import type { Doc } from 'yjs';
import { insertBlocks } from '#core/editor/insert-blocks.ts';
import type { SlashCommand } from '#core/editor/slash-commands.ts';
import type { LinkTarget } from '#ui/kit/link-target.ts';
import { useAskSelection } from './ask-ai/use-ask-selection.tsx';
import { changeBlock, removeBlock } from './block-edits.ts';
import { BubbleBar } from './bubble-bar.tsx';
import './editor.css';
import { BlockHandle } from './handles/block-handle.tsx';
import { UploadsContext } from './images/uploads-context.ts';
import type { NoteClip } from './note-clips.ts';
import { NoteBar } from './note-bar.tsx';
import { NOTE_TEXT } from './note-layout.ts';
import { NotesHint } from './notes-hint.tsx';
import { positionShortcut } from './position-shortcut.ts';
import { showBlock, useLinkedBlock } from './show-block.ts';
import { createSlashStore, slashExtension } from './slash-extension.ts';
import { SlashMenu } from './slash-menu.tsx';
import { type EditorHost, EditorHostContext } from './editor-host.ts';
import { TableTools } from './tables/table-tools.tsx';
import { timedParagraphs } from './timed-paragraphs.ts';
import { useNoteTools } from './use-note-tools.tsx';
import { useNotesEditor } from './use-notes-editor.ts';
import { useReportClips } from './use-report-clips.ts';

/** Changes that the page can make to blocks by `_id`. */
export interface BlockEdits {
  insert(nodes: readonly JSONContent[]): number;
  change(id: string, attributes: Readonly<Record<string, unknown>>): boolean;
  remove(id: string): (() => void) | undefined;
  show(id: string): boolean;
  /**
   * Opens a question about a clip that is not in the notes yet; `rect`: the box of its text in the
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
  /** the thread that stores its images */
  threadId: string;
  /** added to the extensions of every editor; read once */
  extensions?: Extensions;
  host: EditorHost;
  /** whether the page can insert blocks, even if the user can't edit */
  puts?: boolean;
  /** inserts blocks of the page, by their slash menu name */
  hosts?: Readonly<Record<string, (() => void) | undefined>>;
  /** Further commands of the slash menu. Read once, so the function must stay the same. */
  pageCommands: () => readonly SlashCommand[];
  /** Content around the editor, such as the publish dialog. */
  Host: ComponentType<NotesHostProps>;
  /** called when the editor is ready, and with undefined when it closes */
  onReady?: (edits: BlockEdits | undefined) => void;
  /** called with the clips of the notes, initially and on changes */
  onClips?: ((clips: readonly NoteClip[]) => void) | undefined;
  /** target block of a link */
  linked?: LinkTarget | undefined;
  /** an element outside the scrolled area for the find bar; without it, the bar scrolls too */
  bar?: HTMLElement | null;
  /** an element for the toolbar of the notes; without it, it is above the text */
  toolbar?: HTMLElement | null;
  /** on narrow screens: an element below the scrolled area for the formatting toolbar */
  foot?: HTMLElement | null | undefined;
}

const PhoneToolbar = lazy(() =>
  import('./phone/phone-toolbar.tsx').then((it) => ({ default: it.PhoneToolbar })),
);

/** Memoised, because the sync state changes with each key. */
export const NotesEditor = memo(function NotesEditor({
  document,
  threadId,
  extensions = [],
  host,
  puts = !host.readOnly,
  hosts,
  pageCommands,
  Host,
  onReady,
  onClips,
  linked,
  bar,
  toolbar,
  foot,
}: NotesEditorProps) {
  const { readOnly } = host;
  const slash = useMemo(() => createSlashStore(), []);
  const latestHosts = useRef(hosts);
  useEffect(() => {
    latestHosts.current = hosts;
  });
  const latest = useRef<Editor>(null);
  const home = useRef<HTMLDivElement>(null);
  const tools = useNoteTools({ threadId, host, latest });
  const hostsNow = () => ({ image: tools.pickImage, ...latestHosts.current });
  const editor = useNotesEditor(document, readOnly, () => [
    timedParagraphs(hostsNow),
    slashExtension(slash, hostsNow, () => [...tools.commands(), ...pageCommands()]),
    positionShortcut(hostsNow),
    ...tools.extensions,
    ...extensions,
  ]);
  useEffect(() => {
    latest.current = editor;
    return () => {
      latest.current = null;
    };
  }, [editor]);
  const { onAsk, askOf, popover } = useAskSelection(editor, host);
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

  useReportClips(editor, onClips);
  useLinkedBlock(editor, linked);

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
    <EditorHostContext value={host}>
      <UploadsContext value={tools.uploads}>
        <div ref={home} className="@container relative min-h-full">
          <NoteBar editor={editor} readOnly={readOnly} home={home} bar={bar} toolbar={toolbar} />
          <div
            onClick={writeBelow}
            className={`min-h-full ${NOTE_TEXT} ${readOnly ? '' : 'cursor-text'}`}
          >
            <NotesHint editor={editor} readOnly={readOnly} />
            <EditorContent editor={editor} className="contents" />
          </div>
          {!readOnly && <BlockHandle editor={editor} handle={tools.handle} />}
          {!readOnly && foot === undefined && <BubbleBar editor={editor} onAsk={onAsk} />}
          {!readOnly &&
            foot &&
            createPortal(
              <Suspense>
                <PhoneToolbar editor={editor} foot={foot} onAsk={onAsk} />
              </Suspense>,
              foot,
            )}
          {!readOnly && <TableTools editor={editor} />}
          <SlashMenu store={slash} foot={foot} />
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
