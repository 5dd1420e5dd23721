import { parseAnswerEvent, type Citation } from '#core/contract/ask.ts';
import { Fault } from '#core/contract/faults.ts';
import { placeLabel, placeOf, placeQuery } from '#core/contract/locator.ts';
import type { CliCommand } from '../command.ts';
import { paint, plain } from '../render/output.ts';
import { threadOrNewest } from '../thread-called.ts';

export const ask: CliCommand = {
  describe: (program) => program.command('ask').argument('<question...>', 'what you want to know').description('A streamed, cited answer from the sources of a thread')
    .option('-t, --thread <thread>', 'thread by title, address or id; the newest without one')
    .option('--source <id...>', 'only these of its sources').option('--model <n>', 'a model id, 0 to 8', '5'),
  async run({ out, api, signal }, words, options) {
    const server = await api();
    const thread = await threadOrNewest(server, options['thread']);
    if (options['thread'] === undefined) out.note(`Asking “${plain(thread.title)}”.`);
    const sources = Array.isArray(options['source']) ? options['source'].map(String) : thread.thread_sources.map((it) => it.source);
    const citations: Citation[] = [];
    let finished = false;
    const body = { thread_id: thread._id, model: Number(options['model']), sources, user_query: words.join(' '), feature_type: 1 };
    for await (const { event, data } of server.events('ai/v2/chat/thread', { method: 'POST', body, signal })) {
      const it = parseAnswerEvent(event, data);
      if (!it) continue;
      out.record(it);
      if (it.event === 'message') out.write(plain(it.data));
      else if (it.event === 'citations') citations.push(...it.data);
      else if (it.event === 'error') throw new Fault('provider_failed', { message: it.data.message });
      else if (it.event === 'done') {
        finished = true;
        out.line('\n');
        for (const { mark, title, locator, source_id } of citations) {
          const place = placeOf(locator);
          out.line(`${paint('cyan', `[${mark}]`)} ${plain(title)} ${paint('dim', `· ${placeLabel(locator.medium, place)}`)}`);
          out.line(`    ${paint('dim', `${server.url}/t/${thread.url}${placeQuery(source_id, locator.medium, place)}`)}`);
        }
        if (it.data.model === 'offline') out.line(paint('dim', '\nOffline assistant: sentences taken from your sources.'));
      }
    }
    if (signal.aborted) return 130;
    if (!finished) throw new Fault('interrupted');
    return 0;
  },
};
