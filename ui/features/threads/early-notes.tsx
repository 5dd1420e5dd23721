/** The notes from the server, readable while the editor loads. Cards are shown as placeholders. */
import { Fragment, type ReactNode } from 'react';
import { z } from 'zod';
import type { Thread } from '#core/contract/thread.ts';
import { Skeleton } from '#ui/kit/empty-state.tsx';
import { NOTE_TEXT } from '#ui/editor/note-layout.ts';
import { notesHint } from '#ui/editor/texts/notes-hint.ts';

interface Node {
  type: string;
  text?: string | undefined;
  marks?: { type: string }[] | undefined;
  attrs?: Record<string, unknown> | undefined;
  content?: Node[] | undefined;
}
const Node: z.ZodType<Node> = z.lazy(() =>
  z.object({
    type: z.string(),
    text: z.string().optional(),
    marks: z.array(z.object({ type: z.string() })).optional(),
    attrs: z.record(z.string(), z.unknown()).optional(),
    content: z.array(Node).optional(),
  }),
);

/** further ones are not visible initially */
const MOST = 40;
const HEADINGS = ['h1', 'h2', 'h3', 'h4'] as const;
const INDENT_PX = 30;

function inline(nodes: readonly Node[] = []): ReactNode {
  return nodes.map(({ type, text, marks }, at) => {
    if (type === 'hardBreak') return <br key={at} />;
    if (text === undefined) return <Fragment key={at}> … </Fragment>;
    return (marks ?? []).reduce<ReactNode>(
      (held, mark) =>
        mark.type === 'bold' ? (
          <strong key={at}>{held}</strong>
        ) : mark.type === 'italic' ? (
          <em key={at}>{held}</em>
        ) : mark.type === 'code' ? (
          <code key={at}>{held}</code>
        ) : (
          held
        ),
      <Fragment key={at}>{text}</Fragment>,
    );
  });
}

function Block({ type, attrs = {}, content }: Node): ReactNode {
  const inner = () => content?.map((it, at) => <Block key={at} {...it} />);
  const indented = {
    style: {
      marginInlineStart: INDENT_PX * (typeof attrs['indent'] === 'number' ? attrs['indent'] : 0),
    },
  };
  if (type === 'paragraph')
    return (
      <p dir="auto" {...indented}>
        {content ? inline(content) : <br />}
      </p>
    );
  if (type === 'heading') {
    const Heading = HEADINGS[Number(attrs['level']) - 1] ?? 'h4';
    return (
      <Heading dir="auto" {...indented}>
        {inline(content)}
      </Heading>
    );
  }
  if (type === 'bulletList') return <ul>{inner()}</ul>;
  if (type === 'orderedList') return <ol>{inner()}</ol>;
  if (type === 'listItem') return <li>{inner()}</li>;
  if (type === 'blockquote') return <blockquote>{inner()}</blockquote>;
  return <Skeleton className="h-16" />;
}

export function EarlyNotes({
  nodes,
  readOnly,
}: {
  nodes: Thread['thread_nodes'];
  readOnly: boolean;
}) {
  const read = nodes
    .slice(0, MOST)
    .flatMap(
      ({ type, attributes, content }) =>
        Node.safeParse({ type, attrs: attributes, content }).data ?? [],
    );
  const isEmpty = read.every((it) => it.type === 'paragraph' && !it.content?.length);
  return (
    <div aria-busy="true" className={NOTE_TEXT}>
      {isEmpty && (
        <p className="absolute text-ink-faint">{readOnly ? notesHint.none : notesHint.hint}</p>
      )}
      <div className="note-editor prose-gloss">
        {read.map((it, at) => (
          <Block key={at} {...it} />
        ))}
      </div>
    </div>
  );
}
