import { useCallback, useContext, useEffect, useState } from 'preact/hooks';
import { reasonOf, UNANSWERED } from '../link/api';
import { LinkContext } from '../link/link-context';

interface Action {
  readonly failure: string | undefined;
  /** Runs an action, then `changed`. If the action fails, sets `failure`. */
  run(action: () => Promise<void>): void;
}

export function useAction(changed: () => void): Action {
  const [failure, setFailure] = useState<string>();
  const link = useContext(LinkContext);
  const run = useCallback(
    (action: () => Promise<void>) => {
      setFailure(undefined);
      action().then(changed, (error: unknown) => setFailure(reasonOf(error)));
    },
    [changed],
  );
  // The mock answers again, so this failure is over; a refusal would be repeated.
  useEffect(() => {
    if (link.state === 'live') setFailure((last) => (last === UNANSWERED ? undefined : last));
  }, [link]);
  return { failure, run };
}
