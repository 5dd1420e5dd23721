import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '#ui/client/api.ts';
import { keys, useKnownViewer } from '#ui/client/queries.ts';
import { deviceTimeZone } from './device-time-zone.ts';

/**
 * Sets the time zone of an account without one to the browser's, so that its daily limit resets at
 * the person's midnight. Once per page and person; the settings change it later.
 */
export function useFirstTimeZone(): void {
  const cache = useQueryClient();
  const me = useKnownViewer();
  // The server refuses changes before a required second factor is set up.
  const lacks = me && !me.timezone_set && !me.second_factor.due ? me.user._id : undefined;
  useEffect(() => {
    if (lacks === undefined) return;
    api
      .setTimeZone(deviceTimeZone())
      .then((changed) => cache.setQueryData(keys.me, changed))
      .catch((error: unknown) => console.debug('The time zone was not saved.', error));
  }, [cache, lacks]);
}
