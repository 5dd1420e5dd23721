import { expect, it } from 'vitest';
import { serveApi } from '#ui/testing/api-stand-in.ts';
import { me } from '#ui/testing/examples.ts';
import { findText, render } from '#ui/testing/screen.tsx';
import { useMe } from '#ui/client/queries.ts';
import { useFirstTimeZone } from './use-first-time-zone.ts';

function Page() {
  useFirstTimeZone();
  const { data } = useMe();
  return <p>{data && `${data.timezone}, ${data.limits.question_n_answers} left`}</p>;
}
const device = Intl.DateTimeFormat().resolvedOptions().timeZone;

it('sets the time zone of an account without one, once', async () => {
  const server = serveApi({
    'GET me': () => me({ timezone: 'UTC', timezone_set: false }),
    'PATCH me': () => me({ timezone: 'Asia/Tokyo', timezone_set: true }),
  });
  await render(<Page />);
  await findText('Asia/Tokyo, 20 left');
  expect(server.of('PATCH me').map((it) => it.body)).toEqual([{ timezone: device }]);
});

it('keeps a chosen time zone', async () => {
  const server = serveApi({ 'GET me': () => me({ timezone: 'Asia/Tokyo' }) });
  await render(<Page />);
  await findText('Asia/Tokyo, 20 left');
  expect(server.of('PATCH me')).toEqual([]);
});
