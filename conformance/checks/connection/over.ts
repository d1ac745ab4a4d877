import type { Connection, Exchange } from '../../exchange/exchange';
import type { CaseContext } from '../../steps/check';

/** A context whose requests go over this connection, also those of steps. */
export const over = (context: CaseContext, connection: Connection): CaseContext => ({
  ...context,
  send: (request) => context.send({ connection, ...request }),
});

/** Whether two exchanges went over the same connection: the server may have closed it in between. */
export const areOverOne = (one: Exchange, other: Exchange): boolean =>
  one.connection !== undefined && one.connection.number === other.connection?.number;

export const CLOSED = 'the server closes its connections';
