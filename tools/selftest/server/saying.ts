import type { OutgoingHttpHeaders } from 'node:http';
import { headers } from './allowance';
import type { Asked, Behaviour, Reply } from './behaviour';
import type { Allowance } from './model';

type Added = OutgoingHttpHeaders | ((allowance: Allowance, reply: Reply, asked: Asked) => OutgoingHttpHeaders);

/** More headers, or others in place of those that the lawful base sends. */
export const saying = (...added: readonly Added[]): Behaviour => ({
  headers: (allowance, reply, asked) =>
    Object.assign(
      headers(allowance),
      ...added.map((more) => (typeof more === 'function' ? more(allowance, reply, asked) : more)),
    ),
});
