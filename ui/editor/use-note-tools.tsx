/** The page's additions to the notes editor, apart from the blocks. */
import type { Editor, Extensions } from '@tiptap/core';
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { SlashCommand } from '#core/editor/slash-commands.ts';
import { recordAuthors } from './authors/record-authors.ts';
import { codeBlocks } from './code/code-block.ts';
import type { LanguageRequest } from './code/code-view.ts';
import type { EditorHost } from './editor-host.ts';
import { find } from './find/find.ts';
import { blockMoves } from './handles/block-moves.ts';
import { createHandle, type Handle } from './handles/handle.ts';
import { frameCommand } from './images/image-commands.ts';
import { imageFiles } from './images/image-files.ts';
import { insertImages, pickImages, saveImageKey } from './images/insert-images.ts';
import { createUploads, type Uploads } from './images/uploads.ts';
import { LinkChoice } from './paste/link-choice.tsx';
import { paste, type PastedLink } from './paste/paste.ts';
import { keepHeaderRow } from './tables/keep-header-row.ts';
import { typedMarkdown } from './typed-markdown.ts';

const LanguagePicker = lazy(() =>
  import('./code/language-picker.tsx').then((it) => ({ default: it.LanguagePicker })),
);

export interface NoteTools {
  extensions: Extensions;
  uploads: Uploads;
  handle: Handle;
  /** for the slash menu */
  commands(): readonly SlashCommand[];
  pickImage(): void;
  /** panels over the notes */
  popups: ReactNode;
}

/** `latest`: the editor while it is mounted. */
export function useNoteTools({
  threadId,
  host,
  latest,
}: {
  threadId: string;
  host: EditorHost;
  latest: RefObject<Editor | null>;
}): NoteTools {
  const { readOnly } = host;
  const [languageAsked, setLanguageAsked] = useState<LanguageRequest>();
  const [link, setLink] = useState<PastedLink>();
  const handle = useMemo(createHandle, []);
  const uploads = useMemo(
    () =>
      createUploads(
        threadId,
        (id, key, name) => latest.current !== null && saveImageKey(latest.current, id, key, name),
      ),
    [threadId, latest],
  );
  useEffect(() => (readOnly ? undefined : uploads.start()), [uploads, readOnly]);
  const latestHost = useRef(host);
  useEffect(() => {
    latestHost.current = host;
  });
  const extensions = useMemo(
    () => [
      imageFiles(uploads),
      codeBlocks(setLanguageAsked),
      find,
      blockMoves,
      typedMarkdown,
      keepHeaderRow,
      recordAuthors(() => latestHost.current.me),
      paste({
        onLink: setLink,
        origin: location.origin,
        hasSource: (id) => latestHost.current.titleOf(id) !== undefined,
      }),
      handle.extension,
    ],
    [uploads, handle],
  );
  return {
    extensions,
    uploads,
    handle,
    commands: () => [frameCommand(uploads)],
    pickImage: () =>
      pickImages((images) => {
        if (latest.current) void insertImages(latest.current, uploads, images);
      }),
    popups: (
      <>
        {languageAsked && (
          <Suspense>
            <LanguagePicker asked={languageAsked} onClose={() => setLanguageAsked(undefined)} />
          </Suspense>
        )}
        {link && latest.current && (
          <LinkChoice
            key={`${link.from} ${link.address}`}
            editor={latest.current}
            threadId={threadId}
            link={link}
            onClose={() => setLink(undefined)}
          />
        )}
      </>
    ),
  };
}
