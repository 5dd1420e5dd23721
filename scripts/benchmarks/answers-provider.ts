/**
 * A provider in a separate process that streams tokens at a fixed rate. Started by the benchmark of
 * streams; sends its address as a message; ends with its parent.
 */
import {
  DONE,
  FINISH,
  open,
  say,
  scriptedProvider,
} from '../../api/answer/testing/scripted-provider.ts';

const tokens = Number(process.argv[2]);
/** ms between tokens; 0: as fast as possible */
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
    // Keeps the average rate despite timer inaccuracy.
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
