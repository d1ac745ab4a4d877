import { useCallback, useContext, useEffect, useState } from 'preact/hooks';
import { ApiError } from '../link/api';
import { LinkContext } from '../link/link-context';

interface Action {
  readonly failure: string | undefined;
  /** Does something, then tells that the world changed; what goes wrong becomes the failure. */
  run(action: () => Promise<void>): void;
}

const UNANSWERED = 'The mock did not answer. Nothing is known to have changed.';

export function useAction(changed: () => void): Action {
  const [failure, setFailure] = useState<string>();
  const link = useContext(LinkContext);
  const run = useCallback(
    (action: () => Promise<void>) => {
      setFailure(undefined);
      action().then(changed, (error: unknown) => setFailure(error instanceof ApiError ? error.message : UNANSWERED));
    },
    [changed],
  );
  // It answers again. What it refused it refuses still.
  useEffect(() => {
    if (link.state === 'live') setFailure((last) => (last === UNANSWERED ? undefined : last));
  }, [link]);
  return { failure, run };
}
