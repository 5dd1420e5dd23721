import { z } from 'zod';
import { placeLabel } from '#core/contract/locator.ts';
import { Segment } from '#core/contract/snapshot.ts';
import { Source, Transcript } from '#core/contract/source.ts';
import { ThreadPage } from '#core/contract/thread.ts';
import { Fault } from '#core/contract/faults.ts';
import type { CliCommand } from '../command.ts';
import { paint, plain } from '../render/output.ts';
import { sourceLine } from '../render/source-line.ts';

const Text = z.object({ title: z.string(), language: z.string(), segments: z.array(Segment), outline: z.array(z.unknown()) });
const placeOfSegment = ({ at }: Segment): string =>
  placeLabel(at.medium, at.medium === 'timed' ? at.startS : at.medium === 'paged' ? at.page : at.paragraph);

export const show: CliCommand = {
  describe: (program) => program.command('show').argument('<id>', 'source').description('What is known of a source, or what it says')
    .option('--text', 'its text, each piece with its place').option('--reader', 'the Reader view of a page, as HTML').option('--transcript', 'the sentences of a video with their times'),
  async run({ out, api }, [id = ''], options) {
    const server = await api();
    const source = await server.get(`sources/${encodeURIComponent(id)}`, Source);
    if (options['text']) {
      const text = await server.get(`sources/${source._id}/text`, Text);
      out.record(text);
      for (const segment of text.segments) out.line(`${paint('dim', `[${placeOfSegment(segment)}]`)} ${segment.role === 'heading' ? paint('bold', plain(segment.text)) : plain(segment.text)}`);
    } else if (options['reader']) {
      const { html } = await server.get(`sources/${source._id}/reader`, z.object({ html: z.string() }));
      out.record({ html });
      out.line(plain(html));
    } else if (options['transcript']) {
      const { docs } = await server.get('threads?limit=100', ThreadPage);
      const thread = docs.find((it) => it.thread_sources.some((held) => held.source === source._id));
      if (!thread) throw new Fault('absent', { message: 'This source is in no thread, so its transcript cannot be asked for. Add it to one.' });
      const transcript = await server.get(`thread/v1/transcript/${thread._id}/${source._id}`, Transcript);
      out.record(transcript);
      for (const { start, text } of transcript.formattedMergedTranscript) out.line(`${paint('dim', placeLabel('timed', start))} ${plain(text)}`);
    } else {
      out.record(source);
      out.line(sourceLine(source));
      const facts: [string, unknown][] = [
        ['type', source.sourceType], ['address', source.canonicalUrl], ['author', source.author ?? source.youtube_metadata?.channel_data.channel_title], ['published', source.publishedAt],
        ['language', source.language], ['pages', source.pages], ['duration', source.duration === undefined ? undefined : placeLabel('timed', source.duration)],
        ['added', source.createdAt], ['refreshed', source.refreshedAt], ['version', source.version],
      ];
      for (const [name, value] of facts) if (value !== undefined) out.line(`  ${paint('dim', name.padEnd(10))} ${plain(String(value))}`);
    }
    return 0;
  },
};
