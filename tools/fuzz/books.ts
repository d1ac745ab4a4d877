import { createMatcher, purposesOf, successOf } from '../../openapi/contract';
import type { Attempt, Received } from './model';
import type { Subject } from './subject';

/** What an attack did to the world of its own, by the replies that it got. */
export interface Book {
  /** How many records there are more, by collection. */
  readonly records: Readonly<Record<string, number>>;
  /** How many requests got no reply, and may or may not have taken effect. */
  readonly uncertain: number;
  /** How many requests got one. */
  readonly answered: number;
}

/** By attack. */
export type Books = Readonly<Record<string, Book>>;

interface OpenBooks {
  note(attack: string, attempt: Attempt, received: Received): void;
  read(): Books;
}

/** Keeps the books of all attacks. */
export function openBooks({ contract }: Subject): OpenBooks {
  const match = createMatcher(contract);
  const purposes = purposesOf(contract);
  const open = new Map<string, { records: Record<string, number>; uncertain: number; answered: number }>();
  return {
    note(attack, { request }, { replies }) {
      const book = open.get(attack) ?? { records: {}, uncertain: 0, answered: 0 };
      open.set(attack, book);
      const [reply] = replies;
      if (reply === undefined || request === undefined) {
        book.uncertain += 1;
        return;
      }
      book.answered += 1;
      if (reply.headers.has('preference-applied')) return;
      const found = match(request.method, request.target.split('?', 1)[0] ?? '');
      if (found.kind !== 'operation' || successOf(found.operation)?.status !== reply.status) return;
      const purpose = purposes.get(found.operation);
      const more = purpose?.role === 'create' ? 1 : purpose?.role === 'delete' ? -1 : 0;
      if (purpose !== undefined)
        book.records[purpose.resource.name] = (book.records[purpose.resource.name] ?? 0) + more;
    },
    read: () => Object.fromEntries(open),
  };
}
