/** Speech to text by a provider that speaks OpenAI's `audio/transcriptions`. */
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import type { Heard, SpeechToText } from './contract.ts';
import { loadUndici } from './pinned-agent.ts';
import { removeScratch, scratchFolder } from './scratch-folder.ts';
import type { SoundCutter } from './sound-pieces.ts';
import type { YtDlpWithSound } from './yt-dlp.ts';

/** `fetch` is the one that leads to the provider alone. */
export interface SpeechProvider {
  model: string;
  baseUrl: string;
  apiKey: string | undefined;
  fetch: typeof fetch;
}

const TIMEOUT_MS = 280_000;
const LONGEST_ANSWER = 20_000_000;
const Stretch = z.object({ text: z.string(), start: z.number(), end: z.number() });
const Answer = z.object({
  text: z.string().optional(),
  language: z.string().nullish(),
  words: z
    .array(z.object({ word: z.string(), start: z.number(), end: z.number() }))
    .nullish()
    .catch(undefined),
  segments: z.array(Stretch).nullish().catch(undefined),
  duration: z.number().nullish().catch(undefined),
});
type Answer = z.infer<typeof Answer>;

function heardIn({ words, segments, text, duration }: Answer): { heard: Heard[]; words: boolean } {
  // Words come without their punctuation from some, and with it from others: the segments then say
  // how the text is written.
  if (words && words.length > 0)
    return {
      heard: punctuated(
        words.map((it) => ({ text: it.word.trim(), startS: it.start, endS: it.end })),
        text ?? segments?.map((it) => it.text).join(' ') ?? '',
      ),
      words: true,
    };
  if (segments && segments.length > 0)
    return {
      heard: segments.map((it) => ({ text: it.text.trim(), startS: it.start, endS: it.end })),
      words: false,
    };
  const all = text?.trim() ?? '';
  return {
    heard: all === '' ? [] : [{ text: all, startS: 0, endS: duration ?? all.length / 15 }],
    words: false,
  };
}

const letters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
/**
 * The timed words as the text writes them, with their commas and full stops; where text and words
 * part, the words stand as they are.
 */
function punctuated(words: Heard[], text: string): Heard[] {
  const written = text.split(/\s+/).filter((word) => word !== '');
  let at = 0;
  return words.map((word) => {
    const bare = letters(word.text);
    const found =
      bare === '' ? -1 : written.slice(at, at + 4).findIndex((one) => letters(one) === bare);
    if (found === -1) return word;
    const as = written[at + found] ?? word.text;
    at += found + 1;
    return { ...word, text: as };
  });
}

function refusal(status: number, headers: Headers, model: string): Fault {
  if (status === 429) {
    const wait = Number(headers.get('retry-after'));
    return new Fault('rate_limited', {
      message:
        'The model provider asks for a pause. Gloss waits and goes on with the next piece of sound by itself.',
      ...(wait > 0 ? { retryAfterS: wait } : { retryAfterS: 60 }),
    });
  }
  if (status === 401 || status === 403)
    return new Fault('provider_failed', {
      message: 'The model provider refused the key. The operator has to check OPENAI_API_KEY.',
    });
  if (status === 404)
    return new Fault('provider_failed', {
      message: `The model provider does not know the model “${model}”. The operator has to check GLOSS_TRANSCRIPTION_MODEL.`,
    });
  return new Fault('provider_failed', {
    message: `The model provider could not turn the sound into text (${status}). Try again in a moment.`,
  });
}

export function createSpeechToText({
  provider,
  ytdlp,
  cutter,
}: {
  provider: SpeechProvider;
  ytdlp: YtDlpWithSound;
  cutter: SoundCutter;
}): SpeechToText {
  const { model, baseUrl, apiKey } = provider;
  /** Not every model knows times; then the text alone is asked for. */
  let format: 'verbose_json' | 'json' = 'verbose_json';

  async function ask(
    piece: Uint8Array,
    language: string | undefined,
    signal: AbortSignal,
  ): Promise<Response> {
    // Of the same package as the fetch, which takes no other.
    const { FormData } = await loadUndici();
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(piece)], { type: 'audio/ogg' }), 'sound.ogg');
    form.set('model', model);
    form.set('response_format', format);
    if (format === 'verbose_json')
      for (const size of ['word', 'segment']) form.append('timestamp_granularities[]', size);
    // ISO 639-1 is what it takes: `en` of `en-GB`.
    const short = language?.split('-')[0];
    if (short !== undefined && /^[a-z]{2}$/.test(short)) form.set('language', short);
    return provider.fetch(`${baseUrl}/audio/transcriptions`, {
      method: 'POST',
      headers: apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` },
      body: form as unknown as BodyInit,
      signal,
    });
  }

  async function answered(
    piece: Uint8Array,
    language: string | undefined,
    signal: AbortSignal,
  ): Promise<Answer> {
    let response = await ask(piece, language, signal);
    if (
      response.status === 400 &&
      format === 'verbose_json' &&
      /response_format|timestamp_granularities|verbose_json/.test(await response.text())
    ) {
      format = 'json';
      response = await ask(piece, language, signal);
    }
    if (!response.ok) throw refusal(response.status, response.headers, model);
    const text = await response.text();
    if (text.length > LONGEST_ANSWER)
      throw new Fault('provider_failed', {
        message: 'The model provider answered with more than a transcript.',
      });
    const parsed = Answer.safeParse(JSON.parse(text));
    if (!parsed.success)
      throw new Fault('provider_failed', {
        message: 'The model provider answered with something that is no transcript.',
        cause: parsed.error,
      });
    return parsed.data;
  }

  return {
    model,
    ...(cutter.path === undefined
      ? { lacks: 'ffmpeg' }
      : ytdlp.path === undefined
        ? { lacks: 'yt-dlp' }
        : {}),
    async record(url, { signal, keep }) {
      const folder = await scratchFolder('sound');
      try {
        // Before the sound is asked for: without ffmpeg it would be in vain.
        cutter.assertThere();
        const file = await ytdlp.sound(url, { folder, ...(signal && { signal }) });
        return { pieces: await cutter.cut(file, { folder, keep, ...(signal && { signal }) }) };
      } finally {
        await removeScratch(folder);
      }
    },
    async transcribe(piece, { signal, language }) {
      const deadline = AbortSignal.timeout(TIMEOUT_MS);
      try {
        const answer = await answered(
          piece,
          language,
          signal ? AbortSignal.any([signal, deadline]) : deadline,
        );
        return { ...heardIn(answer), ...(answer.language ? { language: answer.language } : {}) };
      } catch (error) {
        if (error instanceof Fault) throw error;
        if (signal?.aborted) throw signal.reason;
        if (deadline.aborted)
          throw new Fault('timed_out', {
            message: 'The model provider took too long over a piece of sound. Try again later.',
            cause: error,
          });
        if (error instanceof SyntaxError)
          throw new Fault('provider_failed', {
            message: 'The model provider answered with something that is no transcript.',
            cause: error,
          });
        throw new Fault('provider_failed', {
          message:
            'The model provider cannot be reached. Check OPENAI_BASE_URL and the network, then retry.',
          cause: error,
        });
      }
    },
  };
}
