/**
 * The content of the Add source dialog until the server has it. A failure loses nothing.
 */
import { useRef, useState } from 'react';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { NONE_REFUSED, refusalsOf, useAddSources } from './use-add-sources.ts';
import { planAddition, restoredPicks, restoredText } from './addition-plan.ts';
import { useUploads } from './uploads.ts';
import { useAdditionDraft } from './use-addition-draft.ts';
import { useStoredDraft } from './use-stored-draft.ts';

/** Why the last addition failed, completely or partly. */
function useAdditionProblems() {
  const [problem, setProblem] = useState<unknown>();
  /** links that the server rejected while it added others */
  const [refused, setRefused] = useState(NONE_REFUSED);
  return {
    problem,
    refusals: refused.size > 0 ? refused : refusalsOf(problem),
    setProblem,
    setRefused,
    forgetProblems: () => {
      setProblem(undefined);
      setRefused(NONE_REFUSED);
    },
  };
}

export function useAddition(
  thread: Thread,
  { onOpen, onAdded }: { onOpen: (open: boolean) => void; onAdded: (sources: Source[]) => void },
) {
  const { problem, refusals, setProblem, setRefused, forgetProblems } = useAdditionProblems();
  const draft = useAdditionDraft(thread._id, forgetProblems);
  const { text, setText, picked, setPicked, listed } = draft;
  const uploads = useUploads();
  const busy = useRef(false);
  const { files } = uploads;
  const { plain, listings, count, waits, descriptions, names, rest } = planAddition({
    links: draft.links,
    ignored: draft.ignored,
    listed,
    picked,
    files,
  });

  const add = useAddSources(thread, onAdded);
  // Running additions are stored too, because they may wait long for the network and the page may
  // be closed.
  useStoredDraft(thread._id, text === '' && add.isPending ? undefined : text);

  const submit = () => {
    if (count === 0 || waits || busy.current) return;
    busy.current = true;
    forgetProblems();
    const sent = { text, picked };
    let stays = false;
    const describe = async () => {
      const { uploaded, failed } = await uploads.putAll(files, thread._id);
      stays = failed;
      return [...descriptions, ...uploaded];
    };
    // Uploads are shown in the dialog; the rest among the sources.
    if (files.length === 0) {
      setText(rest);
      setPicked([]);
      if (rest === '') onOpen(false);
    }
    add.mutate(
      { names, describe },
      {
        onSuccess: (result) => {
          const remaining = [...result.refused.keys(), rest].filter(Boolean).join('\n');
          setText((was) => (was === sent.text || was === rest ? remaining : was));
          setPicked([]);
          setRefused(result.refused);
          uploads.clearDone();
          if (remaining !== '') onOpen(true);
          else if (files.length > 0 && !stays) onOpen(false);
        },
        onError: (error) => {
          setText((was) => (was === rest ? sent.text : restoredText(was, sent.text)));
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
    ...draft,
    ignored: draft.links.length > 0 ? draft.ignored : [],
    plain,
    listings,
    files,
    count,
    waits,
    busy: add.isPending,
    problem,
    refusals,
    submit,
    takeFiles: uploads.take,
    dropFile: uploads.drop,
  };
}

/** The state and actions of the dialog. */
export type AdditionForm = ReturnType<typeof useAddition>;
