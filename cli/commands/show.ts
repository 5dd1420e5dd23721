import { Option } from 'commander';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { positionLabel } from '#core/contract/locator.ts';
import { Segment } from '#core/contract/snapshot.ts';
import { Source } from '#core/contract/source.ts';
import type { Api } from '#api/client/client.ts';
import type { CliCommand } from '../command.ts';
import { wrapAndIndent, wrap } from '../render/terminal-cells.ts';
import { oneLine, paint, plain, type Output } from '../render/output.ts';
import { isWorking, shownTitle, sourceLine } from '../render/source-line.ts';

const Text = z.object({
  title: z.string(),
  language: z.string(),
  segments: z.array(Segment),
  outline: z.array(z.unknown()),
});
/** `3`, `01:23`: the position for the margin, without its source */
const placeOfSegment = ({ at }: Segment): string =>
  at.medium === 'timed'
    ? positionLabel('timed', at.startS)
    : String(at.medium === 'paged' ? at.page : at.paragraph);

/** Shows positions in the margin; in a pipe, one line per segment with a tab after the position. */
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
  if (isWorking(source))
    throw new Fault('not_ready', {
      message: `“${shownTitle(source)}” is still being processed. Follow it: gloss status ${source._id} --watch`,
    });
  return server.get(`sources/${source._id}/text`, Text);
}

/** Everything known about a source, including imported data. */
const factsOf = (source: Source): [name: string, value: string | number | undefined][] => [
  ['type', source.sourceType],
  ['address', source.canonicalUrl],
  ['own title', source.ownTitle],
  ['page title', source.ownTitle === undefined ? undefined : source.title],
  ['note', source.ownNote],
  ['tags', source.tags?.join(', ')],
  ['folders', source.folders?.map((folder) => folder.replaceAll(' / ', '/')).join(', ')],
  ['flags', source.flags?.join(', ')],
  ['highlights', source.highlights?.length],
  ['saved', source.addedAt],
  ['author', source.author ?? source.youtube_metadata?.channel_data.channel_title],
  ['published', source.publishedAt],
  ['language', source.language],
  ['pages', source.pages],
  ['duration', source.duration === undefined ? undefined : positionLabel('timed', source.duration)],
  ['added', source.createdAt],
  ['refreshed', source.refreshedAt],
  [
    'last refresh',
    source.refreshError && `${source.refreshError.code}: ${source.refreshError.message}`,
  ],
  ['version', source.version],
];
const NAME_COLUMNS = 12;

function showFacts(out: Output, source: Source): void {
  out.record(source);
  const facts = factsOf(source);
  if (!out.live) {
    const { code, message } = source.error ?? {};
    facts.unshift(['title', shownTitle(source)], ['id', source._id], ['state', source.state]);
    facts.push(['error', code === undefined ? undefined : `${code}: ${message}`]);
  } else out.line(sourceLine(source, out.columns));
  for (const [name, value] of facts) {
    if (value === undefined || value === '') continue;
    const text = oneLine(String(value));
    if (out.columns === undefined) out.line(`${name}\t${text}`);
    else
      for (const [index, line] of wrapAndIndent(text, NAME_COLUMNS + 3, out.columns).entries())
        out.line(
          index === 0 ? `  ${paint('dim', name.padEnd(NAME_COLUMNS))} ${line.trimStart()}` : line,
        );
  }
}

export const show: CliCommand = {
  describe: (program) =>
    program
      .command('show')
      .argument('<id>', 'source')
      .description("Show a source's details or its text")
      .addOption(
        new Option('--text', 'the text, with pages, paragraphs or times').conflicts([
          'reader',
          'transcript',
        ]),
      )
      .addOption(
        new Option('--reader', 'the Reader view of a web page, as HTML').conflicts('transcript'),
      )
      .option('--transcript', 'the transcript of a video, with times')
      .addHelpText(
        'after',
        '\nIn a pipe, the columns are: name, value; with --text or --transcript: position, text',
      ),
  async run({ out, api }, [id = ''], options) {
    const server = await api();
    const source = await server
      .get(`sources/${encodeURIComponent(id)}`, Source)
      .catch((error: unknown) => {
        if (!(error instanceof Fault) || (error.code !== 'absent' && error.code !== 'bad_request'))
          throw error;
        throw new Fault('absent', {
          message: `Source ${id} not found. List sources: gloss list`,
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
      showFacts(out, source);
    }
    return 0;
  },
};
