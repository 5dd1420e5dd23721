/**
 * A provider in a process of its own that speaks at a pace: started by the benchmark of streams,
 * told of by a message, ended with its parent.
 */
import {
  DONE,
  FINISH,
  open,
  say,
  scriptedProvider,
} from '../../api/answer/testing/scripted-provider.ts';

const tokens = Number(process.argv[2]);
/** between tokens; 0: all at once, as fast as they are taken */
const everyMs = Number(process.argv[3]);

const provider = await scriptedProvider();
provider.script((res, call) => {
  open(res);
  const token = (n: number) => say(n % 40 === 39 ? ' [1].\n' : ` river${n}`);
  const end = () => {
    res.end(FINISH + DONE);
  };
  if (everyMs === 0) {
    for (let n = 0; n < tokens; n += 1) res.write(token(n));
    end();
    return;
  }
  let sent = 0;
  const from = performance.now();
  const beat = setInterval(() => {
    // A pace is kept over the whole, whatever one timer does.
    const due = Math.min(tokens, Math.floor((performance.now() - from) / everyMs));
    let text = '';
    for (; sent < due; sent += 1) text += token(sent);
    if (text !== '') res.write(text);
    if (sent === tokens) {
      clearInterval(beat);
      end();
    }
  }, everyMs);
  void call.closed.then(() => {
    clearInterval(beat);
  });
});
process.on('disconnect', () => {
  process.exit();
});
process.send?.(provider.baseUrl);
