import type { Check } from '../model/check';
import { isSuccess } from '../model/exchange';
import { toRequest } from '../model/request';
import { knownBody } from '../model/valid';
import { skip, unjudged } from '../model/verdict';
import { echoed } from '../relations/echoed';

export const createdEchoed: Check = {
  ...echoed,
  applies: ({ purpose }) => purpose?.role === 'create',
  cases: () => [
    {
      name: 'a record of known values',
      tier: 1,
      cost: 1,
      run: async (context) => {
        const { operation } = context.subject;
        const { body } = knownBody(context, context.subject);
        const exchange = await context.send(toRequest(operation, { body }));
        if (isSuccess(exchange)) return [];
        return exchange.response === undefined ? unjudged(exchange) : skip('nothing was created');
      },
    },
  ],
};
