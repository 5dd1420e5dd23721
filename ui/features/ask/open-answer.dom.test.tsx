import { expect, it, vi } from 'vitest';
import { useMe } from '#ui/client/queries.ts';
import { serveApi } from '#ui/testing/api-stand-in.ts';
import { me } from '#ui/testing/examples.ts';
import { findText, render } from '#ui/testing/screen.tsx';
import { noteUsage } from './open-answer.ts';

function Left() {
  const limits = useMe().data?.limits;
  return <p>{limits && `${limits.question_n_answers} left until ${limits.reset_at}`}</p>;
}

it('knows when the daily limit resets, and fetches it again at that time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T12:00:00Z') });
  const reset = '2026-03-01T12:00:01.000Z';
  let left = 2;
  const server = serveApi({
    'GET me': () => me({ limits: { question_n_answers: left, reset_at: reset } }),
  });
  try {
    const { cache } = await render(<Left />);
    await findText(`2 left until ${reset}`);
    noteUsage(cache, { event: 'ai_usage', data: { usage_left: { question_n_answers: 0 } } });
    await findText(`0 left until ${reset}`);
    left = 20;
    await findText('20 left');
    expect(server.of('GET me')).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});
