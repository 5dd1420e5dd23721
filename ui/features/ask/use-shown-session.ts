import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { AnswerSession } from './answer-session.ts';

const unsubscribed = () => () => undefined;
const nothing = () => undefined;

/** The displayed session. Showing another one, or leaving the `place`, stops following it. */
export function useShownSession(place: string) {
  const [session, setSession] = useState<AnswerSession>();
  const latest = useRef<AnswerSession>(undefined);
  const show = useCallback((next: AnswerSession | undefined) => {
    latest.current?.leave();
    latest.current = next;
    setSession(next);
  }, []);
  useEffect(() => () => show(undefined), [place, show]);
  const shown = useSyncExternalStore(session?.subscribe ?? unsubscribed, session?.get ?? nothing);
  return { session, latest, show, shown };
}
