import type { Behaviour, Reply } from '../server/behaviour';
import type { Lawful } from '../server/cases';
import { on } from '../server/on';

/** The start of 5 December 2030, on which the deprecated operation is to be removed, in Unix milliseconds. */
export const REMOVAL = 1_922_659_200_000;

const because = 'The contract says nothing of an operation from the day of its removal on.';

/** The server's clock has passed the beginning of that day. */
const later: Behaviour = { now: () => REMOVAL + performance.now() };

/** What stands where the deprecated operation was, with a key and without. */
const instead = (reply: Partial<Reply>): Behaviour => ({ ...later, rewrite: on({ operation: 'read' }, () => reply) });

const gone: Partial<Reply> = {
  status: 410,
  body: { code: 'gone', message: 'This is not here any more.', status: 410 },
};

/** Servers after the day of the removal. */
export const removal: readonly Lawful[] = [
  { name: 'a removed operation is gone: 410', because, behaviour: instead(gone) },
  {
    name: 'a removed operation gives way to a page',
    because,
    behaviour: instead({ status: 200, text: '<p>Gone.</p>' }),
  },
  { name: 'a removed operation works on', because, behaviour: later },
];
