import { useId } from 'preact/hooks';
import type { Link } from './link/live';
import type { Health, Session } from './model/model';
import { timeOf } from './model/time';
import { Lamp } from './parts/Lamp';

interface Props {
  readonly health: Health | undefined;
  readonly sessions: readonly Session[];
  readonly session: string | undefined;
  readonly link: Link;
  readonly onSession: (session: string | undefined) => void;
  /** Before the list of sessions is looked at. */
  readonly onLook: () => void;
}

export function TopBar({ health, sessions, session, link, onSession, onLook }: Props) {
  const id = useId();
  const isListed = session === undefined || sessions.some((one) => one.id === session);
  return (
    <header class="top">
      <div class="title">
        <h1>{health?.contract.title ?? 'Mock console'}</h1>
        {health !== undefined && (
          <p class="hint">
            Contract {health.contract.version}, mock {health.version}
          </p>
        )}
      </div>
      <div class="world">
        <label for={id}>World</label>
        <select
          id={id}
          value={session ?? ''}
          title={session}
          onFocus={onLook}
          onPointerEnter={onLook}
          onChange={(event) => onSession(event.currentTarget.value || undefined)}
        >
          <option value="">Default world</option>
          {!isListed && <option value={session}>Session {shortened(session)}</option>}
          {sessions.map((one) => (
            <option key={one.id} value={one.id} title={one.id}>
              Session {shortened(one.id)}, since {timeOf(Date.parse(one.openedAt))} UTC
            </option>
          ))}
        </select>
        <Lamp state={link.state} />
      </div>
    </header>
  );
}

/** The end of an id, since sessions opened together have ids that begin alike. */
const shortened = (id: string): string => (id.length <= 8 ? id : `…${id.slice(-6)}`);
