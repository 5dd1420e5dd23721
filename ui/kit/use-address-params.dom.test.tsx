import { expect, it } from 'vitest';
import { findByRole, getByRole, render } from '#ui/testing/screen.tsx';
import { click } from '#ui/testing/user.ts';
import { useAddressParams } from './use-address-params.ts';

const withParam = (params: URLSearchParams, name: string) =>
  new URLSearchParams([...params, [name, '1']]);

function Filters() {
  const [params, change] = useAddressParams();
  const add = (name: string) => change((current) => withParam(current, name));
  return (
    <>
      <button
        type="button"
        onClick={() => {
          add('first');
          add('second');
        }}
      >
        Both
      </button>
      <output>{[...params.keys()].join(' and ')}</output>
    </>
  );
}

it('applies two changes that are made before the page renders', async () => {
  await render(<Filters />);
  await click(getByRole('button', 'Both'));
  expect((await findByRole('status')).textContent).toBe('first and second');
});
