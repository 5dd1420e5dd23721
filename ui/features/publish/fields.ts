/** The values of the publish form: from a post, to a request, and their problems. Pure. */
import { z } from 'zod';
import {
  Color,
  LearningLevel,
  LIMITS,
  ThemeMode,
  PostStatus,
  type Post,
  type PostForm,
} from '#core/contract/post.ts';
import { publishTexts } from './texts.ts';

export const Fields = z.object({
  /** the target status: 1 draft, 2 published, 3 archived, 4 deleted */
  status: z.int().min(1).max(4),
  title: z.string(),
  gist: z.string(),
  /** `_id` of the main tag; empty for none */
  firstTag: z.string(),
  /** further listed tags, which the form keeps */
  moreTags: z.array(z.string()),
  aiTags: z.array(z.string()),
  mode: ThemeMode,
  primary: z.string(),
  secondary: z.string(),
  tertiary: z.string(),
  indexable: z.boolean(),
  level: LearningLevel,
  metaTitle: z.string(),
  metaDescription: z.string(),
  /** `2026-12-24T18:00` in the reader's time zone; empty for immediately */
  at: z.string(),
});
export type Fields = z.infer<typeof Fields>;
export type Problems = Partial<Record<keyof Fields | 'cover' | 'content', string>>;

/** The format of a `datetime-local` field. */
export function localTime(iso: string | null): string {
  if (iso === null) return '';
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Saving the form of a post that was never saved publishes it. */
export const fieldsOf = ({
  status,
  title,
  metadata,
  tags,
  aiGeneratedTags,
  indexable,
  scheduled_at,
}: Post): Fields => ({
  status: status === PostStatus.new || scheduled_at !== null ? PostStatus.published : status,
  title,
  gist: metadata.gist,
  firstTag: tags[0]?._id ?? '',
  moreTags: tags.slice(1).map((it) => it._id),
  aiTags: aiGeneratedTags,
  mode: metadata.theme.mode,
  ...metadata.theme.colors,
  indexable,
  level: metadata.learning_level,
  metaTitle: metadata.header.title,
  metaDescription: metadata.header.description,
  at: localTime(scheduled_at),
});

export const equalFields = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const { problems: said } = publishTexts;
const long = (text: string, most: number): string | undefined =>
  text.trim().length > most ? said.tooLong(most) : undefined;
const notColor = (text: string): string | undefined =>
  Color.safeParse(text.toLowerCase()).success ? undefined : said.color;

/** Messages by field. `published` posts have no schedule. */
export function problemsOf(
  fields: Fields,
  { published, now = new Date() }: { published: boolean; now?: Date },
): Problems {
  const { title, gist, aiTags, primary, secondary, tertiary, metaTitle, metaDescription, at } =
    fields;
  const all: Problems = {
    title:
      title.trim() === ''
        ? said.title
        : title.trim().length > LIMITS.title
          ? said.titleLong(LIMITS.title)
          : undefined,
    gist: long(gist, LIMITS.gist),
    metaTitle: long(metaTitle, LIMITS.metadataTitle),
    metaDescription: long(metaDescription, LIMITS.metadataDescription),
    aiTags:
      aiTags.length > LIMITS.aiTags
        ? said.tags(LIMITS.aiTags)
        : aiTags.some((it) => it.length > LIMITS.tagName)
          ? said.tag(LIMITS.tagName)
          : undefined,
    primary: notColor(primary),
    secondary: notColor(secondary),
    tertiary: notColor(tertiary),
    at:
      published || at === ''
        ? undefined
        : Number.isNaN(Date.parse(at))
          ? publishTexts.atWrong
          : new Date(at) <= now
            ? publishTexts.atPast
            : undefined,
  };
  return Object.fromEntries(
    Object.entries(all).filter(([, problem]) => problem !== undefined),
  ) as Problems;
}

const FIELDS_OF_FORM: Readonly<Record<string, keyof Problems>> = {
  status: 'status',
  title: 'title',
  gist: 'gist',
  tags: 'firstTag',
  aiGeneratedTags: 'aiTags',
  'theme.colors.primary': 'primary',
  'theme.colors.secondary': 'secondary',
  'theme.colors.tertiary': 'tertiary',
  'theme.mode': 'mode',
  indexable: 'indexable',
  learningLevel: 'level',
  metadataTitle: 'metaTitle',
  metadataDescription: 'metaDescription',
  scheduled_at: 'at',
  cover: 'cover',
  content: 'content',
};
const Details = z.array(z.object({ field: z.string(), message: z.string() }));

/** The server's errors, by field of the form. */
export function problemsFromServer(details: unknown): Problems {
  const parsed = Details.safeParse(details).data ?? [];
  return Object.fromEntries(
    parsed.flatMap(({ field, message }) => {
      const name = FIELDS_OF_FORM[field] ?? FIELDS_OF_FORM[field.replace(/\.\d+$/, '')];
      return name ? [[name, message]] : [];
    }),
  );
}

/**
 * Fields that are saved while typing: all except those that decide who can read the post. Invalid
 * ones keep their old value.
 */
export function draftForm(fields: Fields, problems: Problems): PostForm {
  const {
    title,
    gist,
    firstTag,
    moreTags,
    aiTags,
    mode,
    primary,
    secondary,
    tertiary,
    indexable,
    level,
    metaTitle,
    metaDescription,
  } = fields;
  const colors = {
    ...(problems.primary ? {} : { primary: primary.toLowerCase() }),
    ...(problems.secondary ? {} : { secondary: secondary.toLowerCase() }),
    ...(problems.tertiary ? {} : { tertiary: tertiary.toLowerCase() }),
  };
  return {
    ...(problems.title ? {} : { title: title.trim() }),
    ...(problems.gist ? {} : { gist: gist.trim() }),
    ...(problems.aiTags ? {} : { aiGeneratedTags: aiTags }),
    tags: [
      ...(firstTag === '' ? [] : [firstTag]),
      ...moreTags.filter((it) => it !== firstTag),
    ].slice(0, LIMITS.tags),
    theme: { mode, colors },
    indexable,
    learningLevel: level,
    ...(problems.metaTitle ? {} : { metadataTitle: metaTitle.trim() }),
    ...(problems.metaDescription ? {} : { metadataDescription: metaDescription.trim() }),
  };
}

/** The entire form. With a future schedule it stays a draft until then. */
export function completeForm(fields: Fields, published: boolean): PostForm {
  const waits = fields.status === PostStatus.published && !published && fields.at !== '';
  return {
    ...draftForm(fields, {}),
    status: waits ? PostStatus.draft : fields.status,
    scheduled_at: waits ? new Date(fields.at).toISOString() : null,
  };
}
