import { useRef } from 'preact/hooks';
import type { ShownSession } from '../../../../openapi/types/control';
import { type Choice, worldOf } from '../model/worlds';

/** The world that the page shows; by its name even when it has ended, and no list has it any more. */
export function useShownWorld(sessions: readonly ShownSession[], session: string | undefined): Choice {
  const last = useRef<ShownSession | undefined>(undefined);
  const listed = sessions.find(({ id }) => id === session);
  if (listed !== undefined) last.current = listed;
  return worldOf(session, last.current);
}
