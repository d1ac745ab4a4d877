import type { Health, ShownSession } from '../../../openapi/types/control';
import type { Link } from './link/live';
import { memoryParts, memoryText } from './model/memory';
import type { Choice } from './model/worlds';
import { Lamp } from './parts/Lamp';
import { WorldChooser } from './parts/WorldChooser';

interface Props {
  readonly health: Health | undefined;
  /** Addresses of what there is to read beside the console. */
  readonly links: readonly (readonly [title: string, href: string])[];
  readonly sessions: readonly ShownSession[];
  readonly shown: Choice;
  readonly link: Link;
  readonly onSession: (session: string | undefined) => void;
  /** Before the list of sessions is looked at. */
  readonly onLook: () => void;
}

export function TopBar({ health, links, sessions, shown, link, onSession, onLook }: Props) {
  return (
    <header class="top">
      <div class="title">
        <h1>{health?.contract.title ?? 'Mock console'}</h1>
        {health !== undefined && (
          <p class="hint">
            Contract {health.contract.version}, mock {health.version}
            {health.memory !== null && <span title={memoryParts(health.memory)}>, {memoryText(health.memory)}</span>}
          </p>
        )}
      </div>
      {links.length > 0 && (
        <nav aria-label="Documents">
          {links.map(([title, href]) => (
            <a key={href} href={href}>
              {title}
            </a>
          ))}
        </nav>
      )}
      <div class="world">
        <WorldChooser
          sessions={sessions}
          shown={shown}
          disabled={link.state === 'gone'}
          onSession={onSession}
          onLook={onLook}
        />
        <Lamp state={link.state} />
      </div>
    </header>
  );
}
