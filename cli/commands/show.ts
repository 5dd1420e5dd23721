import { Option } from 'commander';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { positionLabel } from '#core/contract/locator.ts';
import { Segment } from '#core/contract/snapshot.ts';
import { Source } from '#core/contract/source.ts';
import type { Api } from '#api/client/client.ts';
import type { CliCommand } from '../command.ts';
import { wrap } from '../render/fit.ts';
import { oneLine, paint, plain, type Output } from '../render/output.ts';
import { sourceState, sourceLine } from '../render/source-line.ts';

const Text = z.object({
  title: z.string(),
  language: z.string(),
  segments: z.array(Segment),
  outline: z.array(z.unknown()),
});
/** `3`, `01:23`: the place alone, for the margin */
const placeOfSegment = ({ at }: Segment): string =>
  at.medium === 'timed'
    ? positionLabel('timed', at.startS)
    : String(at.medium === 'paged' ? at.page : at.paragraph);

/** The place in the margin, the text beside it; in a pipe a line a segment, by a tab. */
function showSegments({ columns, line }: Output, segments: readonly Segment[]): void {
  const margin = Math.max(...segments.map((segment) => placeOfSegment(segment).length), 0);
  for (const segment of segments) {
    const [place, text] = [placeOfSegment(segment), oneLine(segment.text)];
    if (columns === undefined) {
      line(`${place}\t${text}`);
      continue;
    }
    const lines = wrap(text, columns - margin - 3).map(([start, end]) => text.slice(start, end));
    for (const [index, it] of lines.entries()) {
      line(
        `${paint('dim', (index === 0 ? place : '').padStart(margin))}  ${segment.role === 'heading' ? paint('bold', it) : it}`,
      );
    }
  }
}

async function readText(server: Api, source: Source): Promise<z.infer<typeof Text>> {
  if (sourceState(source) === 'working')
    throw new Fault('not_ready', {
      message: `“${oneLine(source.title)}” is still being read. Follow it: gloss status ${source._id} --watch`,
    });
  return server.get(`sources/${source._id}/text`, Text);
}

export const show: CliCommand = {
  describe: (program) =>
    program
      .command('show')
      .argument('<id>', 'source')
      .description('What is known of a source, or what it says')
      .addOption(
        new Option('--text', 'its text, each piece with its page, paragraph or time').conflicts([
          'reader',
          'transcript',
        ]),
      )
      .addOption(
        new Option('--reader', 'the Reader view of a page, as HTML').conflicts('transcript'),
      )
      .option('--transcript', 'the sentences of a video with their times'),
  async run({ out, api }, [id = ''], options) {
    const server = await api();
    const source = await server
      .get(`sources/${encodeURIComponent(id)}`, Source)
      .catch((error: unknown) => {
        if (!(error instanceof Fault) || (error.code !== 'absent' && error.code !== 'bad_request'))
          throw error;
        throw new Fault('absent', {
          message: `There is no source ${id}. \`gloss list\` shows them.`,
          cause: error,
        });
      });
    if (options['text']) {
      const text = await readText(server, source);
      out.record(text);
      showSegments(out, text.segments);
    } else if (options['reader']) {
      const { html } = await server.get(
        `sources/${source._id}/reader`,
        z.object({ html: z.string() }),
      );
      out.record({ html });
      out.line(plain(html));
    } else if (options['transcript']) {
      if (source.medium !== 'timed')
        throw new Fault('absent', {
          message: `Only videos have a transcript. Try: gloss show ${source._id} --text`,
        });
      const { title, language, segments } = await readText(server, source);
      const sentences = segments.flatMap(({ text, at }) =>
        at.medium === 'timed' ? { start: at.startS, end: at.endS, text } : [],
      );
      out.record({ title, language, formattedMergedTranscript: sentences });
      showSegments(out, segments);
    } else {
      out.record(source);
      if (out.live) out.line(sourceLine(source, out.columns));
      else out.line(`title\t${oneLine(source.title)}`);
      const facts: [string, unknown][] = [
        ...(out.live
          ? []
          : ([
              ['id', source._id],
              ['state', sourceState(source)],
            ] as [string, unknown][])),
        ['type', source.sourceType],
        ['address', source.canonicalUrl],
        ['author', source.author ?? source.youtube_metadata?.channel_data.channel_title],
        ['published', source.publishedAt],
        ['language', source.language],
        ['pages', source.pages],
        [
          'duration',
          source.duration === undefined ? undefined : positionLabel('timed', source.duration),
        ],
        ['added', source.createdAt],
        ['refreshed', source.refreshedAt],
        ['version', source.version],
        ...(source.error && !out.live
          ? ([['error', `${source.error.code}: ${source.error.message}`]] as [string, unknown][])
          : []),
      ];
      for (const [name, value] of facts)
        if (value !== undefined && value !== '')
          out.line(
            out.live
              ? `  ${paint('dim', name.padEnd(10))} ${oneLine(String(value))}`
              : `${name}\t${oneLine(String(value))}`,
          );
    }
    return 0;
  },
};
