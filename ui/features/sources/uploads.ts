/** File uploads: their progress and cancellation. */
import { useCallback, useRef, useState } from 'react';
import type { SourceDescription } from '#core/contract/source.ts';
import { kindOfFileName, kindOfFileType } from '#core/kinds.ts';
import { api, messageOf, upload } from '#ui/client/api.ts';
import { toast } from '#ui/kit/toast.ts';
import { addTexts as texts } from './texts/add.ts';

export interface PickedFile {
  file: File;
  /** 0..1 during the upload */
  share?: number;
  /** key once it is uploaded */
  key?: string;
  /** why it failed */
  why?: string;
}

const AT_ONCE = 2;
const kindOfFile = (file: File) => kindOfFileType(file.type) ?? kindOfFileName(file.name);
const same = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

export function useUploads() {
  const [files, setFiles] = useState<readonly PickedFile[]>([]);
  const running = useRef(new Map<File, AbortController>());

  const take = useCallback((given: Iterable<File>) => {
    const all = [...given];
    const readable = all.filter(kindOfFile);
    if (readable.length < all.length) toast.error(texts.wrongFile);
    setFiles((was) => [
      ...was,
      ...readable
        .filter((file) => !was.some((it) => same(it.file, file)))
        .map((file) => ({ file })),
    ]);
  }, []);
  /** Removes it, and cancels a running upload. */
  const drop = useCallback((file: File) => {
    running.current.get(file)?.abort();
    setFiles((was) => was.filter((it) => it.file !== file));
  }, []);
  /** Removes the uploaded files from the list. */
  const clearDone = useCallback(
    () => setFiles((was) => was.filter((it) => it.key === undefined)),
    [],
  );

  const put = useCallback(
    async (
      { file, key }: PickedFile,
      threadId: string,
    ): Promise<SourceDescription | 'failed' | 'dropped'> => {
      const kind = kindOfFile(file);
      if (kind === undefined) return 'failed';
      if (key !== undefined) return { sourceType: kind.name, fileKey: key };
      const change = (now: Partial<PickedFile>) =>
        setFiles((was) => was.map((it) => (it.file === file ? { file, ...now } : it)));
      const stop = new AbortController();
      running.current.set(file, stop);
      change({ share: 0 });
      try {
        const to = await api.uploadUrl(threadId, file.name, kind.file.type);
        await upload(file, to, (share) => change({ share }), stop.signal);
        change({ share: 1, key: to.fileKey });
        return { sourceType: kind.name, fileKey: to.fileKey };
      } catch (error) {
        change(stop.signal.aborted ? {} : { why: messageOf(error) });
        return stop.signal.aborted ? 'dropped' : 'failed';
      } finally {
        running.current.delete(file);
      }
    },
    [],
  );

  /** Uploads them to a thread, two at once. What failed stays in the list. */
  const putAll = useCallback(
    async (
      all: readonly PickedFile[],
      threadId: string,
    ): Promise<{ uploaded: SourceDescription[]; failed: boolean }> => {
      const done: Awaited<ReturnType<typeof put>>[] = [];
      const unfinished = [...all.entries()];
      const work = async () => {
        for (let next = unfinished.shift(); next; next = unfinished.shift())
          done[next[0]] = await put(next[1], threadId);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return {
        uploaded: done.filter((it) => typeof it === 'object'),
        failed: done.includes('failed'),
      };
    },
    [put],
  );

  return { files, take, drop, clearDone, putAll };
}
