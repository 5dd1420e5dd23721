/** Previews of a post: as a page, as a search result, and as a shared link. */
import { Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { Color, type Cover } from '#core/contract/post.ts';
import { mix, readableColor } from '#core/text/contrast.ts';
import type { z } from 'zod';
import { dayText } from '#ui/kit/format.ts';
import { publishTexts as texts } from './texts.ts';
import type { Fields } from './fields.ts';
import { SEARCH_LENGTHS } from './meta-fields.tsx';

interface PreviewsProps {
  fields: Fields;
  cover: z.infer<typeof Cover> | null;
  /** of the page */
  url: string;
  author: string | undefined;
  publishedAt: string | null;
  description: string;
  /** the first words of the text */
  begins: string;
}

const cut = (text: string, most: number): string =>
  text.length <= most
    ? text
    : `${text.slice(0, text.lastIndexOf(' ', most) > most / 2 ? text.lastIndexOf(' ', most) : most).trimEnd()}…`;

function Preview({ title, children }: { title: string; children: ReactNode }) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1.5 text-xs font-medium text-ink-soft">{title}</figcaption>
      {children}
    </figure>
  );
}

export function Previews(props: PreviewsProps) {
  const { fields, url, description, begins } = props;
  const { host, pathname } = new URL(url);
  const title = fields.metaTitle.trim() || fields.title.trim() || texts.previewUntitled;
  const summary = fields.metaDescription.trim() || fields.gist.trim() || description || begins;
  return (
    <div className="space-y-5">
      <Preview title={texts.previewPage}>
        <PagePreview {...props} />
      </Preview>
      <Preview title={texts.previewSearch}>
        <div className="rounded-card border border-line bg-surface p-3.5">
          <p className="flex items-center gap-2 text-xs text-ink-soft">
            <span className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken">
              <Globe size={13} aria-hidden />
            </span>
            <span className="truncate">
              {host}
              {pathname}
            </span>
          </p>
          <p className="mt-1.5 text-[1.0625rem] leading-snug text-(--search-link) wrap-anywhere [--search-link:light-dark(#1a0dab,#99c3ff)]">
            {cut(title, SEARCH_LENGTHS.title)}
          </p>
          <p className="mt-1 text-[0.8125rem] leading-snug text-ink-soft wrap-anywhere">
            {summary ? cut(summary, SEARCH_LENGTHS.description) : texts.noDescription}
          </p>
        </div>
      </Preview>
      <Preview title={texts.previewSocial}>
        <div className="overflow-hidden rounded-card border border-line bg-surface">
          <CardPicture {...props} />
          <div className="border-t border-line px-3.5 py-2.5">
            <p className="text-xs text-ink-faint">{host}</p>
            <p className="truncate text-sm font-semibold">{title}</p>
            <p className="truncate text-[0.8125rem] text-ink-soft">
              {summary || texts.noDescription}
            </p>
          </div>
        </div>
      </Preview>
    </div>
  );
}

/** The page's mix of colours. An incomplete colour counts as the default. */
function colorsOf({ primary, secondary, tertiary, mode }: Fields) {
  const of = (text: string, fallback: string) =>
    Color.safeParse(text.toLowerCase()).data ?? fallback;
  const [one, two, quiet] = [
    of(primary, '#000000'),
    of(secondary, '#ffffff'),
    of(tertiary, '#808080'),
  ];
  const [ink, paper] = mode === 'dark' ? [two, one] : [one, two];
  return {
    paper,
    ink: readableColor(ink, 7, paper),
    quiet: readableColor(quiet, 4.5, paper),
    line: mix(quiet, paper, 0.35),
  };
}

function PagePreview({ fields, cover, author, publishedAt, begins }: PreviewsProps) {
  const { paper, ink, quiet, line } = colorsOf(fields);
  return (
    <div
      className="overflow-hidden rounded-card border border-line px-5 pt-5 pb-6 font-(family-name:--font-book)"
      style={{ background: paper, color: ink }}
    >
      <p className="text-[1.375rem] leading-[1.12] font-semibold tracking-tight text-balance wrap-anywhere">
        {fields.title.trim() || texts.previewUntitled}
      </p>
      <p
        className="mt-2 line-clamp-3 text-sm leading-normal wrap-anywhere"
        style={{ color: quiet }}
      >
        {fields.gist.trim() || texts.previewLead}
      </p>
      <p
        className="mt-2.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 font-sans text-[0.6875rem]"
        style={{ color: quiet }}
      >
        {author && (
          <span className="font-semibold" style={{ color: ink }}>
            {author}
          </span>
        )}
        <span>{dayText(publishedAt ?? new Date())}</span>
        <span className="rounded-full border px-2" style={{ borderColor: line }}>
          {texts.levels[fields.level]}
        </span>
      </p>
      {cover && (
        <img
          src={cover.sizes[0]?.url ?? cover.url}
          alt=""
          className="mt-3.5 aspect-video w-full rounded-control object-cover"
        />
      )}
      {begins && (
        <p
          className="mt-3.5 line-clamp-4 border-t pt-3 text-sm wrap-anywhere"
          style={{ borderColor: line }}
        >
          {begins}
        </p>
      )}
    </div>
  );
}

/** The size of the server's preview images, about 1200 × 630. */
function CardPicture({ fields, cover, author }: PreviewsProps) {
  const { paper, ink, quiet } = colorsOf(fields);
  return (
    <div className="flex aspect-[1200/630] overflow-hidden" style={{ background: paper }}>
      <div className="flex min-w-0 flex-1 flex-col p-[6%]">
        <span aria-hidden className="h-1 w-7" style={{ background: ink }} />
        <p
          className="mt-[6%] line-clamp-4 text-base leading-tight font-bold wrap-anywhere"
          style={{ color: ink }}
        >
          {fields.title.trim() || texts.previewUntitled}
        </p>
        <p className="mt-auto truncate text-[0.6875rem] font-semibold" style={{ color: quiet }}>
          {[author, texts.previewBy].filter(Boolean).join(' · ')}
        </p>
      </div>
      {cover && (
        <img
          src={cover.sizes[0]?.url ?? cover.url}
          alt=""
          className="h-full w-[35%] object-cover"
        />
      )}
    </div>
  );
}
