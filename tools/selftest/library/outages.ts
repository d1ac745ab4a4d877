import { type Lawful, lawfulBecause } from '../server/cases';
import type { Asked, Behaviour } from '../server/model';

/** From when on a server is out of service. */
const downOnce = (test: (asked: Asked) => boolean): Behaviour => ({
  rewrite: (reply, asked) => {
    const { notes } = asked.world;
    if (notes.has('down')) return { status: 503, body: { title: 'Out of service.', status: 503n } };
    if (test(asked)) notes.set('down', true);
    return reply;
  },
});

const isOfPath =
  (wanted: string, path: string) =>
  ({ method, path: asked }: Asked): boolean =>
    method === wanted && asked === path;

/** Libraries that do what their document says of an operation, to the harm of whoever calls it. */
export const harmful: readonly Lawful[] = lawfulBecause('A run calls nothing unasked that may end the server.', [
  ['it goes out of service when it is told to', downOnce(isOfPath('POST', '/maintenance'))],
  ['all branches go when they are to go, and nothing works after that', downOnce(isOfPath('DELETE', '/branches'))],
]);
