/** Speech to text by a provider with OpenAI's `audio/transcriptions` endpoint. */
import { Fault } from '#core/contract/faults.ts';
import type { SpeechToText } from './contract.ts';
import { loadUndici } from './pinned-agent.ts';
import { removeScratch, scratchFolder } from './scratch-folder.ts';
import type { SoundCutter } from './sound-pieces.ts';
import { transcribedSpans, TranscriptionAnswer } from './transcription-answer.ts';
import type { YtDlpWithSound } from './yt-dlp.ts';

/** `fetch` reaches only the provider. */
export interface SpeechProvider {
  model: string;
  baseUrl: string;
  apiKey: string | undefined;
  fetch: typeof fetch;
}

const TIMEOUT_MS = 280_000;
const LONGEST_ANSWER = 20_000_000;
function refusal(status: number, headers: Headers, model: string): Fault {
  if (status === 429) {
    const wait = Number(headers.get('retry-after'));
    return new Fault('rate_limited', {
      message: 'The model provider asked Gloss to slow down. Resumes automatically.',
      ...(wait > 0 ? { retryAfterS: wait } : { retryAfterS: 60 }),
    });
  }
  if (status === 401 || status === 403)
    return new Fault('provider_failed', {
      message: 'The model provider refused the key. The operator has to check OPENAI_API_KEY.',
    });
  if (status === 404)
    return new Fault('provider_failed', {
      message: `The model provider doesn't have the model “${model}”. The operator has to check GLOSS_TRANSCRIPTION_MODEL.`,
    });
  return new Fault('provider_failed', {
    message: `The model provider couldn't transcribe the audio (${status}). Try again in a moment.`,
  });
}

function providerFault(error: unknown): Fault {
  if (error instanceof SyntaxError)
    return new Fault('provider_failed', {
      message: 'The model provider answered with something that is no transcript.',
      cause: error,
    });
  return new Fault('provider_failed', {
    message:
      "Couldn't reach the model provider. Check OPENAI_BASE_URL and the network, then retry.",
    cause: error,
  });
}

/** Sends a piece of audio. Throws what `fetch` throws. */
async function ask(
  { model, baseUrl, apiKey, fetch }: SpeechProvider,
  format: 'verbose_json' | 'json',
  piece: Uint8Array,
  language: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  // From the same package as the fetch, which accepts no other FormData.
  const { FormData } = await loadUndici();
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(piece)], { type: 'audio/ogg' }), 'sound.ogg');
  form.set('model', model);
  form.set('response_format', format);
  if (format === 'verbose_json')
    for (const size of ['word', 'segment']) form.append('timestamp_granularities[]', size);
  // The endpoint expects ISO 639-1: `en` for `en-GB`.
  const short = language?.split('-')[0];
  if (short !== undefined && /^[a-z]{2}$/.test(short)) form.set('language', short);
  return fetch(`${baseUrl}/audio/transcriptions`, {
    method: 'POST',
    headers: apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` },
    body: form as unknown as BodyInit,
    signal,
  });
}

/** Parses the provider's response. Throws `provider_failed` if it is too long or not a transcript. */
function parseAnswer(text: string): TranscriptionAnswer {
  if (text.length > LONGEST_ANSWER)
    throw new Fault('provider_failed', {
      message: 'The model provider answered with more than a transcript.',
    });
  const parsed = TranscriptionAnswer.safeParse(JSON.parse(text));
  if (!parsed.success)
    throw new Fault('provider_failed', {
      message: 'The model provider answered with something that is no transcript.',
      cause: parsed.error,
    });
  return parsed.data;
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
  const { model } = provider;
  /** Some models return no times; then requests only text. */
  let format: 'verbose_json' | 'json' = 'verbose_json';

  async function answered(
    piece: Uint8Array,
    language: string | undefined,
    signal: AbortSignal,
  ): Promise<TranscriptionAnswer> {
    let response = await ask(provider, format, piece, language, signal);
    if (
      response.status === 400 &&
      format === 'verbose_json' &&
      /response_format|timestamp_granularities|verbose_json/.test(await response.text())
    ) {
      format = 'json';
      response = await ask(provider, format, piece, language, signal);
    }
    if (!response.ok) throw refusal(response.status, response.headers, model);
    return parseAnswer(await response.text());
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
        // Checks for ffmpeg before the audio is downloaded, which would be useless without it.
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
        return {
          ...transcribedSpans(answer),
          ...(answer.language ? { language: answer.language } : {}),
        };
      } catch (error) {
        if (error instanceof Fault) throw error;
        if (signal?.aborted) throw signal.reason;
        if (deadline.aborted)
          throw new Fault('timed_out', {
            message: 'The model provider took too long to transcribe the audio. Try again later.',
            cause: error,
          });
        throw providerFault(error);
      }
    },
  };
}
