/**
 * Renders an answer's Markdown. Model output is never trusted: no HTML, no images, no scripts in
 * links.
 */
import { memo, useMemo, type ComponentProps } from 'react';
import Markdown, { type Components } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import type { Citation } from '#core/contract/ask.ts';
import type { Locator } from '#core/contract/locator.ts';
import { answerParts } from './answer-parts.ts';
import { CitationChip } from './citation-chip.tsx';
import { citationMarks } from './marks.ts';

export { SpokenText } from './spoken-text.tsx';

const SCHEMA = {
  ...defaultSchema,
  tagNames: [...(defaultSchema.tagNames ?? []).filter((it) => it !== 'img'), 'cite'],
  attributes: { ...defaultSchema.attributes, cite: ['dataMark'] },
};

function hostOf(href: string | undefined): string | undefined {
  const url = href ? URL.parse(href) : null;
  return url && /^https?:$/.test(url.protocol) ? url.hostname.replace(/^www\./, '') : undefined;
}

interface Element {
  tagName: string;
  properties: Record<string, unknown>;
}
/** Each part follows its own text direction; code is left to right. */
const directed =
  () =>
  ({ children }: { children: (Element | { tagName?: never })[] }) => {
    for (const part of children)
      if (part.tagName !== undefined)
        part.properties['dir'] = part.tagName === 'pre' ? 'ltr' : 'auto';
  };
const REHYPE: ComponentProps<typeof Markdown>['rehypePlugins'] = [
  [rehypeSanitize, SCHEMA],
  directed,
];
/** While an answer streams, only its last part changes. */
const Part = memo(Markdown);

interface AnswerTextProps {
  text: string;
  citations: readonly Citation[];
  onGo: (sourceId: string, locator: Locator) => void;
}

export function AnswerText({ text, citations, onGo }: AnswerTextProps) {
  const marks = citations.map((it) => it.mark).join();
  const remark = useMemo(
    () => [remarkGfm, citationMarks(new Set(marks.split(',').map(Number)))],
    [marks],
  );
  const components = useMemo<Components>(
    () => ({
      cite: ({ node }) => {
        const citation = citations.find(
          (it) => String(it.mark) === String(node?.properties['dataMark']),
        );
        return citation ? <CitationChip citation={citation} onGo={onGo} /> : null;
      },
      a: ({ href, children }) => {
        const host = hostOf(href);
        if (!host) return <span>{children}</span>;
        return (
          <a href={href} target="_blank" rel="noopener noreferrer nofollow">
            {children}
            <span className="ml-1 inline-block text-[0.8em] text-ink-faint no-underline">
              ({host})
            </span>
          </a>
        );
      },
    }),
    [citations, onGo],
  );
  return (
    <div className="prose-gloss">
      {answerParts(text).map((part, at) =>
        part.isPlain ? (
          <p key={at} dir="auto" className="whitespace-pre-wrap break-words">
            {part.text}
          </p>
        ) : (
          <Part key={at} remarkPlugins={remark} rehypePlugins={REHYPE} components={components}>
            {part.text}
          </Part>
        ),
      )}
    </div>
  );
}
