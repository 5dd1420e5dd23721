/**
 * What was typed, dropped and picked in the add-source dialog, until the server has it. Nothing of
 * it is lost by a failure.
 */
import { useRef, useState } from 'react';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { refusalsOf, useAddSources } from './add.ts';
import { planAddition, restoredPicks, restoredText } from './addition-plan.ts';
import { useUploads } from './uploads.ts';
import { useAdditionDraft } from './use-addition-draft.ts';
import { useStoredDraft } from './use-stored-draft.ts';

export function useAddition(
  thread: Thread,
  { onOpen, onAdded }: { onOpen: (open: boolean) => void; onAdded: (sources: Source[]) => void },
) {
  const [problem, setProblem] = useState<unknown>();
  const draft = useAdditionDraft(thread._id, () => setProblem(undefined));
  const { text, setText, picked, setPicked, listed } = draft;
  const uploads = useUploads(thread._id);
  const busy = useRef(false);
  const { files } = uploads;
  const { plain, listings, count, waits, descriptions, names } = planAddition({
    links: draft.links,
    listed,
    picked,
    files,
  });

  const add = useAddSources(thread, onAdded);
  // What is on its way is kept too: it may wait for the network for long, and the page be left
  // meanwhile.
  useStoredDraft(thread._id, text === '' && add.isPending ? undefined : text);

  const submit = () => {
    if (count === 0 || waits || busy.current) return;
    busy.current = true;
    setProblem(undefined);
    const sent = { text, picked };
    let stays = false;
    const describe = async () => {
      const { uploaded, failed } = await uploads.putAll(files);
      stays = failed;
      return [...descriptions, ...uploaded];
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
          setText((was) => restoredText(was, sent.text));
          setPicked((was) => restoredPicks(was, sent.picked));
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
    type: draft.type,
    query: draft.query,
    plain,
    listings,
    listed,
    picked,
    files,
    count,
    waits,
    busy: add.isPending,
    problem,
    refusals: refusalsOf(problem),
    submit,
    takeFiles: uploads.take,
    dropFile: uploads.drop,
    pick: draft.pick,
    unpick: draft.unpick,
    dropLink: draft.dropLink,
    choose: draft.choose,
  };
}

/** What the dialog shows and does. */
export type AdditionForm = ReturnType<typeof useAddition>;
