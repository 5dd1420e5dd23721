/**
 * From a video to drafts of posts: shows its ideas as they arrive, and inserts the chosen ones into
 * the notes.
 */
import type { JSONContent } from '@tiptap/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Me } from '#core/contract/account.ts';
import type { Source } from '#core/contract/source.ts';
import { ApiError, messageOf } from '#ui/client/api.ts';
import { postApi } from '#ui/client/post-api.ts';
import { Upgrade } from '#ui/features/account/index.ts';
import { useModel } from '#ui/features/ask/index.ts';
import { titleOf } from '#ui/features/sources/index.ts';
import { assistantAccess, type AssistantAccess } from '#ui/features/suggest/index.ts';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/dialog.tsx';
import { Spinner } from '#ui/kit/spinner.tsx';
import { toast } from '#ui/kit/toast.ts';
import { ideaTexts as texts } from './texts.ts';
import { blogBlock } from './blog-block.ts';
import { IdeaList } from './idea-list.tsx';
import { VideoList } from './video-list.tsx';

interface IdeasPanelProps {
  threadId: string;
  sources: readonly Source[];
  me: Me | undefined;
  /** inserts them at the start of the notes; `false` if they don't fit there */
  onMade: (blocks: JSONContent[]) => Promise<boolean>;
  onClose: () => void;
}

const MOST = 10;

export function IdeasPanel({ threadId, sources, me, onMade, onClose }: IdeasPanelProps) {
  const videos = sources.filter((it) => it.medium === 'timed');
  const [sourceId, setSourceId] = useState<Source['_id']>();
  const source = videos.find((it) => it._id === sourceId);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [making, setMaking] = useState<AbortController>();
  const [alert, setAlert] = useState<string>();
  const model = useModel();
  const standing = assistantAccess(me, source ? 1 : 0, making !== undefined);

  const select = (id: string | undefined) => {
    setSourceId(id as Source['_id'] | undefined);
    setChosen(new Set());
    setAlert(undefined);
  };
  async function generate(of: Source): Promise<void> {
    const stop = new AbortController();
    setMaking(stop);
    setAlert(undefined);
    try {
      const { content } = await postApi.generate(
        threadId,
        of._id,
        [...chosen].toSorted((a, b) => a - b),
        model,
        stop.signal,
      );
      const now = new Date();
      if (
        !(await onMade(
          content.map((it) =>
            blogBlock(it, { sourceId: of._id, by: me?.user._id, now, id: crypto.randomUUID() }),
          ),
        ))
      ) {
        setAlert(texts.misfit);
        return;
      }
      toast.success(texts.done(content.length));
      onClose();
    } catch (error) {
      if (!stop.signal.aborted)
        setAlert(
          error instanceof ApiError && error.message === texts.misfit
            ? texts.misfit
            : texts.notGenerated(messageOf(error)),
        );
    } finally {
      setMaking(undefined);
    }
  }
  const close = () => {
    making?.abort();
    onClose();
  };

  return (
    <Sheet
      open
      side
      onOpenChange={(stays) => {
        if (!stays) close();
      }}
      title={texts.title}
      description={texts.text}
      footer={
        source && (
          <Foot
            count={chosen.size}
            standing={standing}
            making={making}
            alert={alert}
            onGenerate={() => void generate(source)}
          />
        )
      }
    >
      {standing === 'locked' && (
        <p className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-card bg-sunken px-4 py-3 text-sm">
          {texts.locked}
          <Link to="/login" className={buttonClass('primary')}>
            {texts.login}
          </Link>
        </p>
      )}
      {!source && <VideoList videos={videos} disabled={standing === 'locked'} onChoose={select} />}
      {source && standing !== 'locked' && (
        <>
          <div className="mb-3 flex items-center justify-between gap-3">
            <h3 className="min-w-0 text-sm font-semibold wrap-anywhere">
              {texts.ideasOf(titleOf(source))}
            </h3>
            {videos.length > 1 && (
              <Button
                look="quiet"
                className="shrink-0"
                disabled={making !== undefined}
                onClick={() => select(undefined)}
              >
                {texts.change}
              </Button>
            )}
          </div>
          <IdeaList
            key={source._id}
            threadId={threadId}
            sourceId={source._id}
            model={model}
            chosen={chosen}
            most={MOST}
            disabled={making !== undefined}
            onChange={setChosen}
          />
        </>
      )}
      {me?.capabilities.offline && <p className="mt-4 text-xs text-ink-faint">{texts.offline}</p>}
    </Sheet>
  );
}

interface FootProps {
  count: number;
  standing: AssistantAccess;
  making: AbortController | undefined;
  alert: string | undefined;
  onGenerate: () => void;
}

function Foot({ count, standing, making, alert, onGenerate }: FootProps) {
  return (
    <div className="flex w-full flex-col gap-2">
      {alert && (
        <p
          role="alert"
          className="rounded-control bg-danger-soft px-3 py-2 text-[0.8125rem] text-danger wrap-anywhere"
        >
          {alert}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p
          role="status"
          className="flex min-w-0 flex-1 basis-32 items-center gap-2 text-[0.8125rem] text-ink-soft"
        >
          {making ? (
            <>
              <Spinner />
              {texts.generating(count)}
            </>
          ) : (
            texts.chosen(count)
          )}
        </p>
        {standing === 'spent' && <Upgrade className="text-accent!">{texts.spent}</Upgrade>}
        {standing !== 'spent' &&
          (making ? (
            <Button onClick={() => making.abort()}>{texts.stop}</Button>
          ) : (
            <Button
              look="primary"
              disabled={count === 0 || standing !== 'open'}
              onClick={onGenerate}
            >
              {texts.generate}
            </Button>
          ))}
      </div>
    </div>
  );
}
