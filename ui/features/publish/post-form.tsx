/**
 * The publish form: its fields next to the preview, and its actions at the bottom.
 */
import { clsx } from 'clsx';
import type { JSONContent } from '@tiptap/core';
import { Eye, Link2, RotateCcw, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { UNNAMED } from '#core/contract/account.ts';
import { PostStatus, type Post } from '#core/contract/post.ts';
import { useMe } from '#ui/client/queries.ts';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import { Spinner } from '#ui/kit/spinner.tsx';
import { toast } from '#ui/kit/toast.ts';
import { publishTexts as texts } from './texts.ts';
import { AuthorNameDialog } from './author-name-dialog.tsx';
import { CoverField } from './cover-field.tsx';
import { Field, Group, INPUT } from './field.tsx';
import { MetaFields } from './meta-fields.tsx';
import { pagePath } from './page-path.ts';
import { firstWords } from './first-words.ts';
import { Previews } from './previews.tsx';
import { ReachFields, StatusFields } from './status-fields.tsx';
import { CustomTagsField, MainTagField } from './tag-fields.tsx';
import { ThemeFields } from './theme-fields.tsx';
import { usePublish, type Publishing } from './use-publish.ts';

interface PostFormProps {
  post: Post;
  /** the block in the notes, if they are open */
  content?: JSONContent | undefined;
  /** the title in the notes */
  title?: string;
  onSaved?: (post: Post) => void;
}

export function PostForm({ post, content, title, onSaved }: PostFormProps) {
  const publishing = usePublish(post, { content, title, onSaved });
  const { fields, problems, change, save } = publishing;
  const { data: me } = useMe();
  const form = useRef<HTMLFormElement>(null);
  const published = post.status === PostStatus.published;
  const [isAskingName, setAskingName] = useState(false);
  const author = me?.user.name === UNNAMED ? undefined : me?.user.name;
  const saveOrFocusProblem = () => {
    void save().then((saved) => {
      if (!saved)
        requestAnimationFrame(() =>
          form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(),
        );
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isNameMissing = me !== undefined && author === undefined;
    if (isNameMissing && publishing.isValid && fields.status === PostStatus.published)
      setAskingName(true);
    else saveOrFocusProblem();
  };
  return (
    <>
      <form ref={form} noValidate onSubmit={submit} className="flex flex-1 flex-col">
        <div className="grid flex-1 gap-x-10 gap-y-8 px-5 pt-1 pb-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="min-w-0 space-y-6">
            <Notices
              publishing={publishing}
              post={post}
              published={published}
              hasNotes={content !== undefined}
            />
            <CoverField post={post} problem={problems.cover} />
            <Group title={texts.parts.story}>
              <Field label={texts.name} problem={problems.title}>
                {(ids) => (
                  <input
                    {...ids}
                    value={fields.title}
                    placeholder={texts.namePlaceholder}
                    onChange={(event) => change({ title: event.target.value })}
                    className={`${INPUT} font-serif text-lg! font-semibold`}
                  />
                )}
              </Field>
              <Field label={texts.gist} hint={texts.gistHint} problem={problems.gist}>
                {(ids) => (
                  <textarea
                    {...ids}
                    rows={3}
                    value={fields.gist}
                    placeholder={texts.gistPlaceholder}
                    onChange={(event) => change({ gist: event.target.value })}
                    className={`${INPUT} resize-y py-2 leading-normal`}
                  />
                )}
              </Field>
              <MainTagField
                value={fields.firstTag}
                problem={problems.firstTag}
                onChange={(firstTag) => change({ firstTag })}
              />
              <CustomTagsField
                value={fields.aiTags}
                problem={problems.aiTags}
                onChange={(aiTags) => change({ aiTags })}
              />
            </Group>
            <Group title={texts.parts.when}>
              <StatusFields
                fields={fields}
                problems={problems}
                published={published}
                scheduledAt={post.scheduled_at}
                onChange={change}
              />
            </Group>
            <Group title={texts.parts.who}>
              <ReachFields fields={fields} onChange={change} />
            </Group>
            <Group title={texts.parts.look}>
              <ThemeFields fields={fields} problems={problems} onChange={change} />
            </Group>
            <Group title={texts.parts.search}>
              <MetaFields fields={fields} problems={problems} onChange={change} />
            </Group>
          </div>
          <aside aria-label={texts.previews} className="min-w-0 self-start lg:sticky lg:top-4">
            <h3 className="mb-3 text-[0.9375rem] font-semibold">{texts.previews}</h3>
            <Previews
              fields={fields}
              cover={post.cover}
              begins={firstWords(post.content)}
              url={post.url}
              author={author}
              publishedAt={post.published_at}
              description={post.description}
            />
          </aside>
        </div>
        <Foot publishing={publishing} post={post} published={published} />
      </form>
      {isAskingName && (
        <AuthorNameDialog
          action={submitLabel(fields, published)}
          onClose={() => setAskingName(false)}
          onNamed={() => {
            setAskingName(false);
            saveOrFocusProblem();
          }}
        />
      )}
    </>
  );
}

function Notices({
  publishing,
  post,
  published,
  hasNotes,
}: {
  publishing: Publishing;
  post: Post;
  published: boolean;
  hasNotes: boolean;
}) {
  const { restored, newText, discard } = publishing;
  return (
    <div className="space-y-2 empty:hidden">
      {published && <Live post={post} />}
      {restored && (
        <p
          role="status"
          className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control bg-accent-soft px-3 py-2 text-[0.8125rem] text-accent-strong"
        >
          <span className="flex-1 basis-48">{texts.restored}</span>
          <Button look="quiet" onClick={discard} className="min-h-8! px-2! text-accent-strong!">
            <RotateCcw size={14} aria-hidden />
            {texts.discard}
          </Button>
        </p>
      )}
      {published && newText && (
        <p
          role="status"
          className="rounded-control bg-warn-soft px-3 py-2 text-[0.8125rem] text-warn"
        >
          {texts.newText}
        </p>
      )}
      {!hasNotes && post.thread_url !== null && (
        <p className="text-[0.8125rem] text-ink-soft">
          {texts.textIn}{' '}
          <Link
            to={`/t/${post.thread_url}?note=${encodeURIComponent(post.blog_node_id)}`}
            className="font-medium text-accent underline underline-offset-2"
          >
            {texts.toNotes}
          </Link>
        </p>
      )}
    </div>
  );
}

/** The public address, to open or share. */
function Live({ post }: { post: Post }) {
  const copy = () =>
    navigator.clipboard.writeText(post.url).then(
      () => toast.success(texts.copied),
      () => toast.error(texts.copyFailed),
    );
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="text-sm font-medium">{texts.live}</p>
        <p className="truncate text-[0.8125rem] text-ink-soft">{post.url}</p>
      </div>
      <span className="flex gap-2">
        <Button onClick={() => void copy()}>
          <Link2 size={16} aria-hidden />
          {texts.copyLink}
        </Button>
        <a href={pagePath(post)} target="_blank" rel="noopener" className={buttonClass()}>
          <Eye size={16} aria-hidden />
          {texts.view}
        </a>
      </span>
    </div>
  );
}

function submitLabel({ status, at }: Publishing['fields'], published: boolean): string {
  if (status !== PostStatus.published) return texts.save;
  if (published) return texts.publishChanges;
  return at === '' ? texts.publish : texts.schedule;
}

function Foot({
  publishing,
  post,
  published,
}: {
  publishing: Publishing;
  post: Post;
  published: boolean;
}) {
  const { fields, state, failure, busy, save } = publishing;
  // Shows a failure where people look for the result.
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (failure) said.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  return (
    <footer className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-raised px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <p
        ref={said}
        role="status"
        className={clsx(
          'flex min-w-0 flex-1 basis-28 items-center gap-2 text-[0.8125rem]',
          failure || state === 'wrong' ? 'text-danger' : 'text-ink-soft',
        )}
      >
        {state === 'saving' && <Spinner />}
        {state === 'wrong' && <TriangleAlert size={15} aria-hidden className="shrink-0" />}
        <span className="min-w-0">
          {failure && state !== 'wrong' ? texts.notSaved(failure) : texts.state[state]}
        </span>
      </p>
      {!published && (
        <a
          href={pagePath(post)}
          target="_blank"
          rel="noopener"
          data-tooltip={texts.preview}
          className={buttonClass('quiet')}
        >
          <Eye size={16} aria-hidden />
          <span className="max-sm:sr-only">{texts.preview}</span>
        </a>
      )}
      {published && (
        <Button disabled={busy} onClick={() => void save({ status: PostStatus.draft })}>
          {texts.unpublish}
        </Button>
      )}
      <Button type="submit" look="primary" disabled={busy}>
        {submitLabel(fields, published)}
      </Button>
    </footer>
  );
}
