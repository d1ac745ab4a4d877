import { useCallback, useState } from 'preact/hooks';
import { ApiError } from '../api';

export interface Action {
  readonly failure: string | undefined;
  /** Does something, then tells that the world changed; what goes wrong becomes the failure. */
  run(action: () => Promise<void>): void;
}

export function useAction(changed: () => void): Action {
  const [failure, setFailure] = useState<string>();
  const run = useCallback(
    (action: () => Promise<void>) => {
      setFailure(undefined);
      action().then(changed, (error: unknown) => setFailure(messageOf(error)));
    },
    [changed],
  );
  return { failure, run };
}

function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return 'The mock did not answer. Nothing is known to have changed.';
}
