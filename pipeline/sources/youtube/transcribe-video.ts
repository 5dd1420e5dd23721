/** Continues with a video without captions, which is transcribed in several steps. */
import { z } from 'zod';
import type { Fetched, FetchInput, Part, SourceFacts } from '#pipeline/sources/contract.ts';
import { codeOf, transcribeAudio } from './transcribe-audio.ts';
import { VideoNotes } from './video-notes.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Facts about a video that is being transcribed, so that the site is not asked again. */
export const KnownVideo = z.object({
  finalUrl: z.string(),
  facts: z.custom<SourceFacts>(
    (value) => typeof value === 'object' && value !== null && 'title' in value,
  ),
  notes: VideoNotes,
  infoJson: z.string(),
});
export type KnownVideo = z.infer<typeof KnownVideo>;

export async function transcribeVideo(
  { finalUrl, facts, notes, infoJson }: KnownVideo,
  { net, checkpoints, signal, report }: FetchInput,
): Promise<Fetched> {
  const parts: Part[] =
    infoJson === ''
      ? []
      : [{ name: 'info.json', contentType: 'application/json', bytes: utf8(infoJson) }];
  if (net.speech === undefined || checkpoints === undefined)
    return { finalUrl, facts, parts, notes: { ...notes } };
  // On YouTube, the language is that of the audio; on other pages, that of the page.
  const spoken = facts.provider === 1 ? facts.language : undefined;
  const transcription = await transcribeAudio({
    url: finalUrl,
    speech: net.speech,
    checkpoints,
    language: spoken,
    signal,
    report,
  });
  if (transcription.kind === 'more')
    return { finalUrl, facts, parts: [], notes: {}, later: 'more' };
  if (transcription.kind === 'silence')
    return { finalUrl, facts, parts, notes: { ...notes, silence: transcription.silence } };
  const language = spoken ?? codeOf(transcription.language) ?? facts.language ?? 'und';
  return {
    finalUrl,
    facts,
    notes: { ...notes, captions: { format: 'json', language, kind: 'speech' } },
    parts: [
      { name: 'captions.json', contentType: 'application/json', bytes: transcription.transcript },
      ...parts,
    ],
  };
}
