/**
 * What was typed, dropped and picked in the add-source dialog, until the server has it. Nothing of
 * it is lost by a failure.
 */
import { useEffect, useRef, useState } from 'react';
import type { Source, SourceDescription } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { isVideoListing } from '#core/text/video-listing.ts';
import { refusalsOf, useAddSources } from './add.ts';
import { readPasted } from './pasted.ts';
import { titleOf } from './source-state.ts';
import { useUploads } from './uploads.ts';

const draftKey = (threadId: string) => `gloss-add:${threadId}`;
const nameOf = (link: string) => link.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
export const isListing = (link: string): boolean => {
  const url = URL.parse(link);
  return url !== null && isVideoListing(url);
};

/**
 * The videos of a playlist that are to be added; nothing while it is being opened, or could not be.
 */
export interface Listed {
  title: string;
  urls: readonly string[];
}

export function useAddition(
  thread: Thread,
  { onOpen, onAdded }: { onOpen: (open: boolean) => void; onAdded: (sources: Source[]) => void },
) {
  const [text, setText] = useState(() => sessionStorage.getItem(draftKey(thread._id)) ?? '');
  const [picked, setPicked] = useState<readonly Source[]>([]);
  const [listed, setListed] = useState<ReadonlyMap<string, Listed>>(new Map());
  const [problem, setProblem] = useState<unknown>();
  const uploads = useUploads(thread._id);
  const busy = useRef(false);
  const { links, query } = readPasted(text);
  const listings = links.filter(isListing);
  const plain = links.filter((it) => !isListing(it));
  const entries = [...new Set(listings.flatMap((it) => listed.get(it)?.urls ?? []))];
  const count = plain.length + entries.length + uploads.files.length + picked.length;
  const waits = listings.some((it) => !listed.has(it));

  const add = useAddSources(thread, onAdded);
  // What is on its way is kept too: it may wait for the network for long, and the page be left
  // meanwhile.
  const kept = text === '' && add.isPending ? undefined : text;
  useEffect(() => {
    if (kept === '') sessionStorage.removeItem(draftKey(thread._id));
    else if (kept !== undefined) sessionStorage.setItem(draftKey(thread._id), kept);
  }, [kept, thread._id]);

  const type = (next: string) => {
    setText(next);
    setProblem(undefined);
  };
  const submit = () => {
    if (count === 0 || waits || busy.current) return;
    busy.current = true;
    setProblem(undefined);
    const { files } = uploads;
    const named: SourceDescription[] = [
      ...[...plain, ...entries].map((url) => ({ url })),
      ...picked.map((it) => ({ sourceId: it._id })),
    ];
    const names = [
      ...plain.map(nameOf),
      ...listings.map((it) => listed.get(it)?.title ?? nameOf(it)),
      ...picked.map(titleOf),
      ...files.map((it) => it.file.name),
    ];
    const sent = { text, picked };
    let stays = false;
    const describe = async () => {
      const { uploaded, failed } = await uploads.putAll(files);
      stays = failed;
      return [...named, ...uploaded];
    };
    // Uploads are watched here; the rest shows itself among the sources.
    if (files.length === 0) {
      setText('');
      setPicked([]);
      onOpen(false);
    }
    add.mutate(
      { names, describe },
      {
        onSuccess: () => {
          setText((was) => (was === sent.text ? '' : was));
          setPicked([]);
          uploads.clearDone();
          if (files.length > 0 && !stays) onOpen(false);
        },
        onError: (error) => {
          // What was typed meanwhile stands below it.
          setText((was) => (was === sent.text || was === '' ? sent.text : `${sent.text}\n${was}`));
          setPicked((was) => [...sent.picked, ...was.filter((it) => !sent.picked.includes(it))]);
          setProblem(error);
          onOpen(true);
        },
        onSettled: () => {
          busy.current = false;
        },
      },
    );
  };

  return {
    text,
    type,
    query,
    plain,
    listings,
    listed,
    picked,
    files: uploads.files,
    count,
    waits,
    busy: add.isPending,
    problem,
    refusals: refusalsOf(problem),
    submit,
    takeFiles: uploads.take,
    dropFile: uploads.drop,
    pick: (it: Source) => {
      setPicked((was) => [...was, it]);
      setText(links.join('\n'));
    },
    unpick: (it: Source) => setPicked((was) => was.filter((other) => other !== it)),
    dropLink: (link: string) =>
      type([...links.filter((it) => it !== link), query].filter(Boolean).join('\n')),
    choose: (link: string, now: Listed | undefined) =>
      setListed((was) => {
        const next = new Map(was);
        if (now) next.set(link, now);
        else next.delete(link);
        return next;
      }),
  };
}
