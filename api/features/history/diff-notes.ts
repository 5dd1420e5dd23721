/** Compares two states of the notes, line by line and word by word. */
import type { JSONContent } from '@tiptap/core';
import type { NotesDiff, NotesDiffPart, NotesLine } from '#core/contract/history.ts';
import { blockOf } from '#core/editor/blocks/registry.ts';
import { docText } from '#core/editor/document.ts';
import { diffVersions } from '#pipeline/refresh/index.ts';

interface Line extends NotesLine {
  text: string;
  /** everything except its text */
  markup: string;
}

const LISTS = ['bulletList', 'orderedList', 'taskList'];
/** Attributes that readers don't see, such as ids and times. */
const QUIET = new Set([
  '_id',
  'parentId',
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
  'shrink',
  'anchor',
]);

const markupOf = (node: JSONContent): string =>
  JSON.stringify([
    node.type,
    Object.entries(node.attrs ?? {}).filter(([name]) => !QUIET.has(name)),
    (node.content ?? []).map((child) => [
      child.type === 'text' ? [child.text, child.marks] : markupOf(child),
    ]),
  ]);
const own = (node: JSONContent): string => docText({ type: 'doc', content: [node] });

function lines(nodes: readonly JSONContent[], around: NotesLine): Line[] {
  return nodes
    .flatMap((node): Line[] => {
      const { type, attrs, content = [] } = node;
      const block = blockOf(type);
      if (block) {
        const text = block.isContainer ? block.text(attrs) : own(node);
        const line: Line = {
          kind: 'block',
          level: 0,
          block: block.name,
          text: text || block.name,
          markup: markupOf({ type: block.name, attrs: { ...attrs } }),
        };
        return block.isContainer
          ? [...(block.text(attrs) ? [line] : []), ...lines(content, around)]
          : [line];
      }
      if (type === 'heading')
        return [
          {
            kind: 'heading',
            level: Number(attrs?.['level'] ?? 1),
            text: own(node),
            markup: markupOf(node),
          },
        ];
      if (type === 'codeBlock')
        return own(node)
          .split('\n')
          .map((text) => ({ kind: 'code', level: 0, text, markup: text }));
      if (type === 'blockquote') return lines(content, { kind: 'quote', level: 0 });
      if (type && LISTS.includes(type))
        return content.flatMap((item) =>
          itemLines(item, around.kind === 'item' || around.kind === 'task' ? around.level + 1 : 0),
        );
      if (type === 'table')
        return content.map((row) => ({
          kind: 'row',
          level: 0,
          text: (row.content ?? [])
            .map((cell) => own({ type: 'doc', content: cell.content ?? [] }).replaceAll('\n', ' '))
            .join(' · '),
          markup: markupOf(row),
        }));
      return [{ ...around, text: own(node), markup: `${around.kind} ${markupOf(node)}` }];
    })
    .filter((line) => line.text.trim() !== '');
}

function itemLines(item: JSONContent, level: number): Line[] {
  const done: unknown = item.attrs?.['checked'];
  const around: NotesLine =
    item.type === 'taskItem'
      ? { kind: 'task', level, done: done === true }
      : { kind: 'item', level };
  return lines(item.content ?? [], around).map((line) => ({
    ...line,
    look: `${line.markup} ${String(done)}`,
  }));
}

const linesOf = (doc: JSONContent): Line[] =>
  lines(doc.content ?? [], { kind: 'paragraph', level: 0 });
const shown = ({ kind, level, block, done }: Line): NotesLine => ({
  kind,
  level,
  ...(block === undefined ? {} : { block }),
  ...(done === undefined ? {} : { done }),
});
const NONE: Line = { kind: 'paragraph', level: 0, text: '', markup: '' };

export function diffNotes(before: JSONContent, after: JSONContent): Omit<NotesDiff, 'version'> {
  const [was, is] = [linesOf(before), linesOf(after)];
  const { parts, ...counts } = diffVersions({ segments: was }, { segments: is });
  let restyled = 0;
  const presented = parts.map((part): NotesDiffPart => {
    const old = part.kind === 'added' ? undefined : was[part.before - 1];
    const now = part.kind === 'removed' ? undefined : is[part.after - 1];
    const line = shown(now ?? old ?? NONE);
    if (part.kind === 'changed') return { kind: 'changed', line, words: part.words };
    if (part.kind !== 'same' || old?.markup === now?.markup)
      return { kind: part.kind, line, text: part.text };
    restyled += 1;
    return { kind: 'restyled', line, text: part.text };
  });
  return { parts: presented, ...counts, changed: counts.changed + restyled };
}
