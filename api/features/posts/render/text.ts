/** Renders plain blocks of a post: paragraphs, headings, lists, tables, code, and inline marks. */
import type { JSONContent } from '@tiptap/core';
import { h } from 'hastscript';
import { docText } from '#core/editor/document.ts';
import { toHighlightColor } from '#core/editor/highlight-mark.ts';
import { slugOf } from '#core/text/slug.ts';
import { codeBlock } from './code.ts';
import { linked, type Context, type Renderer } from './context.ts';
import { locatorLink, textLink } from '../page/source-links.ts';
import type { ElementContent } from './tree.ts';

const MARKS: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  underline: 'u',
  code: 'code',
  highlight: 'mark',
};
const ALIGNED: readonly number[] = [2, 3, 4];

/** Links `[1]` of an answer to its passage. */
function withCitations(text: string, context: Context): ElementContent[] {
  if (context.citations.size === 0) return [{ type: 'text', value: text }];
  return text.split(/(\[\d+\])/).flatMap((part): ElementContent[] => {
    const cited = context.citations.get(Number(/^\[(\d+)\]$/.exec(part)?.[1]));
    if (!cited) return part === '' ? [] : [{ type: 'text', value: part }];
    return [
      h(
        'sup',
        linked(locatorLink(context.sources, cited.source_id, cited.locator), part, context, {
          className: 'cite',
          title: cited.locator.quote,
        }),
      ),
    ];
  });
}

function inline(node: JSONContent, context: Context): ElementContent[] {
  const marks = node.marks ?? [];
  const inner: ElementContent[] = marks.some((it) => it.type === 'code')
    ? [{ type: 'text', value: node.text ?? '' }]
    : withCitations(node.text ?? '', context);
  return marks.toReversed().reduce<ElementContent[]>((children, mark) => {
    if (mark.type === 'link') {
      const link = textLink(context.sources, mark.attrs?.['href']);
      return link ? [linked(link, children, context)] : children;
    }
    const color = mark.type === 'highlight' ? toHighlightColor(mark.attrs?.['color']) : null;
    if (color) return [h('mark', { dataColor: color }, children)];
    const tag = MARKS[mark.type];
    return tag ? [h(tag, children)] : children;
  }, inner);
}

function heading(node: JSONContent, context: Context): ElementContent {
  const text = docText({
    type: 'doc',
    content: [{ type: 'paragraph', content: node.content ?? [] }],
  }).replaceAll('\n', ' ');
  // Below the title, and never two levels at once; the highest heading of a post begins here.
  const wanted = Number(node.attrs?.['level'] ?? 1) - context.topLevel + 2;
  const level =
    ALIGNED.find((it) => it >= Math.min(wanted, (context.headings.at(-1)?.level ?? 1) + 1)) ?? 4;
  const base = `s-${slugOf(text) || 'part'}`;
  let id = base;
  for (let n = 2; context.ids.has(id); n += 1) id = `${base}-${n}`;
  context.ids.add(id);
  context.headings.push({ id, text, level });
  return h(`h${level}`, { id }, context.render(node.content, context));
}

function table(node: JSONContent, context: Context): ElementContent {
  const rows = (node.content ?? []).map((row) => ({
    row,
    isHead: (row.content ?? []).every((cell) => cell.type === 'tableHeader'),
  }));
  const headed = rows[0]?.isHead ? 1 : 0;
  const asRow = ({ row }: (typeof rows)[number]) =>
    h(
      'tr',
      (row.content ?? []).map((cell) => {
        const { colspan, rowspan } = cell.attrs ?? {};
        const spans = {
          ...(Number(colspan) > 1 ? { colSpan: Number(colspan) } : {}),
          ...(Number(rowspan) > 1 ? { rowSpan: Number(rowspan) } : {}),
        };
        return cell.type === 'tableHeader'
          ? h('th', { ...spans, scope: 'col' }, context.render(cell.content, context))
          : h('td', spans, context.render(cell.content, context));
      }),
    );
  return h(
    'div',
    { className: 'table', tabIndex: 0, role: 'region', ariaLabel: 'Table' },
    h('table', [
      ...(headed ? [h('thead', rows.slice(0, 1).map(asRow))] : []),
      h('tbody', rows.slice(headed).map(asRow)),
    ]),
  );
}

const indentOf = ({ attrs }: JSONContent): string | undefined => {
  const level = Number(attrs?.['indent'] ?? 0);
  return Number.isInteger(level) && level > 0 ? `indent-${Math.min(8, level)}` : undefined;
};

export const TEXT: Readonly<Record<string, Renderer>> = {
  text: inline,
  hardBreak: () => h('br'),
  paragraph: (node, context) =>
    node.content?.length
      ? h('p', { className: indentOf(node) }, context.render(node.content, context))
      : [],
  heading,
  blockquote: (node, context) => h('blockquote', context.render(node.content, context)),
  codeBlock: (node) => {
    const language: unknown = node.attrs?.['language'];
    return codeBlock(
      (node.content ?? []).map((it) => it.text ?? '').join(''),
      typeof language === 'string' ? language : undefined,
    );
  },
  horizontalRule: () => h('hr'),
  bulletList: (node, context) => h('ul', context.render(node.content, context)),
  orderedList: (node, context) => {
    const start: unknown = node.attrs?.['start'];
    return h(
      'ol',
      typeof start === 'number' && start !== 1 ? { start } : {},
      context.render(node.content, context),
    );
  },
  listItem: (node, context) => h('li', context.render(node.content, context)),
  taskList: (node, context) =>
    h('ul', { className: 'tasks' }, context.render(node.content, context)),
  taskItem: (node, context) => {
    const isDone = node.attrs?.['checked'] === true;
    return h('li', { className: isDone ? 'done' : 'open' }, [
      h('span', { className: 'hidden' }, isDone ? 'Done: ' : 'To do: '),
      h('div', context.render(node.content, context)),
    ]);
  },
  table,
};
