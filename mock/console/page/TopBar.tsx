import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Health, ShownSession } from '../../../openapi/types/control';
import { usePlace } from './hooks/usePlace';
import type { Link } from './link/live';
import { memoryParts, memoryText } from './model/figures';
import { findWorlds, type ListedWorld } from './model/worlds';

interface Props {
  readonly health: Health | undefined;
  /** Addresses of what there is to read beside the console. */
  readonly links: readonly (readonly [title: string, href: string])[];
  readonly sessions: readonly ShownSession[];
  /** The world that the page shows, which need not be open any more. */
  readonly shown: ListedWorld;
  readonly link: Link;
  readonly onSession: (session: string | undefined) => void;
  /** Before the list of sessions is looked at. */
  readonly onLook: () => void;
  readonly onClose: (() => void) | undefined;
}

export function TopBar({ health, links, sessions, shown, link, onSession, onLook, onClose }: Props) {
  return (
    <header class="top row spread">
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
        <nav class="row" aria-label="Documents">
          {links.map(([title, href]) => (
            <a key={href} href={href}>
              {title}
            </a>
          ))}
        </nav>
      )}
      <div class="world row">
        <WorldChooser
          sessions={sessions}
          shown={shown}
          disabled={link.state === 'gone'}
          onSession={onSession}
          onLook={onLook}
        />
        <span class={`lamp ${link.state}`}>{WORDS[link.state]}</span>
        {onClose !== undefined && (
          <button type="button" onClick={onClose}>
            Close
          </button>
        )}
      </div>
    </header>
  );
}

type WorldChooserProps = Omit<Props, 'health' | 'links' | 'link' | 'onClose'> & { readonly disabled: boolean };

/** So many are listed; the others are found by typing. */
const MOST = 50;

/** Chooses a world by its name or id: a combobox with a list (ARIA Authoring Practices Guide, "Combobox Pattern"). */
function WorldChooser({ sessions, shown, disabled, onSession, onLook }: WorldChooserProps) {
  const id = useId();
  /** What was typed since the list was opened; undefined while it is closed. */
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(0);
  const isOpen = typed !== undefined && !disabled;
  const field = useRef<HTMLInputElement>(null);
  const { document } = usePlace();
  // What is typed into the closed field takes the place of the world's title.
  useLayoutEffect(() => {
    if (!isOpen && document.activeElement === field.current) field.current?.select();
  }, [document, isOpen]);
  const found = isOpen ? findWorlds(sessions, typed) : [];
  const listed = found.slice(0, MOST);
  const open = (text: string) => {
    setTyped(text);
    setActive(0);
    onLook();
  };
  const close = () => setTyped(undefined);
  const choose = (world: ListedWorld | undefined) => {
    if (world === undefined) return;
    close();
    if (world.session !== shown.session) onSession(world.session);
  };
  const move = (by: number) => {
    if (!isOpen) return open('');
    const next = Math.max(0, Math.min(listed.length - 1, active + by));
    setActive(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => choose(listed[active]),
    Escape: close,
  };
  return (
    <div class="chooser">
      <label for={id}>Session</label>
      <input
        id={id}
        ref={field}
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && listed.length > 0 ? `${id}-${active}` : undefined}
        title={shown.session}
        disabled={disabled}
        placeholder={isOpen ? `${shown.title}, or type a name or id` : undefined}
        value={typed ?? shown.title}
        onFocus={(event) => {
          event.currentTarget.select();
          onLook();
        }}
        onPointerEnter={onLook}
        onClick={() => {
          if (!isOpen) open('');
        }}
        onInput={(event) => open(event.currentTarget.value)}
        onBlur={close}
        onKeyDown={(event) => {
          const act = keys[event.key];
          if (act === undefined || (event.key === 'Enter' && !isOpen)) return;
          event.preventDefault();
          act();
        }}
      />
      <div class="choices" hidden={!isOpen}>
        <div id={`${id}-list`} role="listbox" aria-label="Worlds">
          {listed.map((world, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the combobox's, which keeps the focus.
            <div
              key={world.session ?? ''}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              class={world.session === shown.session ? 'current' : undefined}
              // Or the field would lose the focus, and the list be closed before the click.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(world)}
            >
              {world.title} <span class="hint">{world.detail}</span>
            </div>
          ))}
        </div>
        <p role="status" class="hint">
          {isOpen && resultInWords(found.length)}
        </p>
      </div>
    </div>
  );
}

function resultInWords(found: number): string {
  if (found === 0) return 'No session has this in its name or id.';
  return found > MOST ? `${found - MOST} more: type a part of the name or id.` : '';
}

/** The state of the connection to the mock, in a word. */
const WORDS: Readonly<Record<Link['state'], string>> = {
  connecting: 'Connecting',
  live: 'Live',
  gone: 'Mock gone',
  ended: 'Session ended',
  locked: 'Locked',
  forbidden: 'Refused',
};
