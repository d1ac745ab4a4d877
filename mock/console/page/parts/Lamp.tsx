import type { Link } from '../link/live';

const WORDS: Readonly<Record<Link['state'], string>> = {
  connecting: 'Connecting',
  live: 'Live',
  gone: 'Mock gone',
  ended: 'Session ended',
  locked: 'Locked',
  forbidden: 'Refused',
};

/** The state of the connection to the mock, in a word. */
export function Lamp({ state }: Pick<Link, 'state'>) {
  return <span class={`lamp ${state}`}>{WORDS[state]}</span>;
}
